/** The browser's WebSocket, for the live connection and for the script that opens it before that is there. */
import type { Socket } from './socket.ts'

type View = Pick<Window, 'location'> & { readonly WebSocket: new (address: string) => object }

/** Opens a socket to an address of this page's own origin. */
export function openBrowserSocket({ location, WebSocket }: View, path: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(`${scheme}//${location.host}${path}`) as Socket
}
