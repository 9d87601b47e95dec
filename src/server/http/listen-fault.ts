/** Why an address cannot be listened on, and what to do. */
export function listenFault(
  code: string | undefined,
  { host, port }: { readonly host: string; readonly port: number },
): readonly [found: string, cure: string] {
  switch (code) {
    case 'EADDRINUSE':
      return [`${host}:${port} is in use by another program`, 'Stop it, or choose another port with --port']
    case 'EACCES':
      return [`this user may not listen on port ${port}`, 'Choose one above 1023 with --port']
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [`this host has no address ${host}`, 'Use one that it has']
    default:
      return [`cannot listen on ${host}:${port} (${code ?? 'unknown error'})`, 'Choose another address']
  }
}
