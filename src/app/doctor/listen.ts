/** The `doctor`'s check of the address that the terminal is to listen on. */
import { createServer } from 'node:net'
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import { listenFault } from '#server/http/listen-fault.ts'
import { holderOf } from '#store/instance-lock.ts'

/**
 * Listens on it for a moment.
 *
 * @param directory  whose Sesame may be what listens there
 */
export async function examineListen(
  listen: { readonly host: string; readonly port: number },
  directory: string,
): Promise<Finding> {
  const check = 'HTTP_ADDR'
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'))
  server.listen(listen.port, listen.host, () => server.close(() => resolve(null)))
  const code = await promise
  if (code === null) return wellFinding(check, `${listen.host}:${listen.port} is free`)
  const pid = code === 'EADDRINUSE' ? holderOf(directory) : null
  if (pid !== null) return wellFinding(check, `in use; a Sesame of ${directory} runs as process ${pid}`)
  const [found, cure] = listenFault(code, listen)
  return illFinding(check, 'fail', found, cure)
}
