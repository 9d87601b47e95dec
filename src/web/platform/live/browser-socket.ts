/** The browser's WebSocket in the shape that the live connection wants. */
import type { Socket } from './socket.ts'

type View = Pick<Window, 'location'> & { readonly WebSocket: new (address: string) => WebSocket }

/** Opens a socket to an address of this page's own origin. */
export function openBrowserSocket(view: View, path: string): Socket {
  const scheme = view.location.protocol === 'https:' ? 'wss:' : 'ws:'
  const inner = new view.WebSocket(`${scheme}//${view.location.host}${path}`)
  const socket: Socket = {
    send: (text) => inner.send(text),
    close: () => inner.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  inner.addEventListener('open', () => socket.onopen?.())
  inner.addEventListener('message', (event) => socket.onmessage?.({ data: event.data }))
  inner.addEventListener('close', (event) => socket.onclose?.({ code: event.code }))
  return socket
}
