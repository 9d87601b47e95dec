/**
 * Requests of the first view, asked for by a script of its own while the page's is on its way: the session, then
 * settings, layout and the event of the address side by side, and the socket. Without a session nothing else is
 * asked.
 */
import { PATHS } from '#contract/paths.ts'
import { openBrowserSocket } from '../live/browser-socket.ts'
import type { Socket } from '../live/socket.ts'
import { DOCKED, dockedClass } from '../page/screen-class.ts'
import { parseRoute } from '../page/route.ts'
import { linkToken } from '../page/login-link.ts'
import { readInit } from './requests.ts'

/** After this an answer is too old for a question of now. */
const FRESH_MS = 10_000

export type Early = ReturnType<typeof askEarly>

/** Parts of the browser's window. */
type View = Pick<Window, 'fetch' | 'location' | 'matchMedia' | 'setTimeout'> & {
  readonly WebSocket: new (address: string) => WebSocket
}

type Read = 'readSession' | 'readSettings' | 'readEventBySlug' | 'readLayout'

/** Begins to ask; `onOut` where there is no session. */
export function askEarly(view: View, onOut: () => void) {
  const answers = new Map<string, Promise<Response>>()
  let socket: Socket | null = null
  let isOpen = false

  /** `part` is the one that the address of some has. */
  function ask(name: Read, part = ''): Promise<Response> {
    const url = PATHS[name].path.replace(/\{\w+\}/, encodeURIComponent(part))
    const answer = view.fetch(url, readInit())
    answers.set(url, answer)
    // The user of the answer gets the failure.
    answer.catch(() => undefined)
    return answer
  }

  function openSocket(): void {
    const opened = openBrowserSocket(view, '/ws')
    socket = opened
    opened.onopen = () => {
      isOpen = true
    }
    opened.onclose = () => {
      socket = null
    }
  }

  async function start(): Promise<void> {
    view.setTimeout(() => answers.clear(), FRESH_MS)
    // The page logs in first.
    if (linkToken(view.location) !== null) return
    const { ok } = await ask('readSession')
    if (!ok) {
      onOut()
      return
    }
    openSocket()
    const route = parseRoute(view.location.pathname, view.location.search)
    if (route.page === 'trade' && route.slug !== null) void ask('readEventBySlug', route.slug)
    if (route.page !== 'panel' && view.matchMedia(DOCKED).matches) {
      void ask('readLayout', dockedClass(view))
    }
    void ask('readSettings')
  }

  start().catch(() => undefined)
  return {
    /** The answer that is there or on its way already, once; asks where there is none. */
    fetch: (url: string, init: RequestInit) => {
      const answer = init.method === 'GET' ? answers.get(url) : undefined
      answers.delete(url)
      return answer ?? view.fetch(url, init)
    },
    /** The socket that is open or opening already, once; opens one where there is none. */
    open: () => {
      const taken = socket
      if (taken === null) return openBrowserSocket(view, '/ws')
      socket = null
      taken.onclose = null
      taken.onopen = null
      if (isOpen) queueMicrotask(() => taken.onopen?.())
      return taken
    },
  }
}
