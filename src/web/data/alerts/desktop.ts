/** Desktop notifications: what the browser allows, and showing one through the worker. */
import { createStore } from '../../platform/state/store.ts'

/**
 * `default`: not asked yet. `denied`: only the browser's own settings can change it. `unavailable`: this browser has none, or
 * the page is reached without https from another machine.
 */
export type DesktopState = 'unavailable' | 'default' | 'denied' | 'granted'

export type Desktop = ReturnType<typeof createDesktop>

const WORKER_PATH = '/notifications-worker.js'
/** No page lies below it. */
const WORKER_SCOPE = '/notifications-worker/'

type DesktopView = {
  readonly Notification?: typeof Notification
  readonly navigator: Pick<Navigator, 'serviceWorker'>
  readonly document: Document
  readonly trustedTypes?: {
    readonly createPolicy: (
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ) => { readonly createScriptURL: (url: string) => string }
  }
}

/**
 * Builds it over the window. The worker is registered when it is first needed.
 *
 * @param onClick  called with the id of a clicked notification
 */
export function createDesktop(view: DesktopView, onClick: (id: string) => void) {
  const has = view.Notification !== undefined && 'serviceWorker' in view.navigator
  const read = (): DesktopState => (has ? (view.Notification?.permission ?? 'unavailable') : 'unavailable')
  const state = createStore<DesktopState>(read())
  const look = () => state.set(read())
  let registered: Promise<ServiceWorkerRegistration> | null = null
  let url: string | null = null

  if (has) {
    view.document.addEventListener('visibilitychange', look)
    view.navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
      const { data } = event
      if (typeof data === 'object' && data !== null && 'clicked' in data) onClick(String(data.clicked))
    })
  }

  async function register(): Promise<ServiceWorkerRegistration> {
    url ??= workerUrl(view)
    const registration = await view.navigator.serviceWorker.register(url, { scope: WORKER_SCOPE })
    const worker = registration.installing ?? registration.waiting
    if (registration.active !== null || worker === null) return registration
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated' || worker.state === 'redundant') resolve()
      })
    })
    return registration
  }

  return {
    state,
    /** Asks the user; only a click may. */
    async ask(): Promise<void> {
      if (has) await view.Notification?.requestPermission()
      look()
    },
    /** Null when it was shown, else why not. Shown again under the same id it replaces itself. */
    async show(message: Record<'id' | 'title' | 'text', string>, isUrgent: boolean): Promise<string | null> {
      look()
      if (state.get() !== 'granted') return DESKTOP_WORDS[state.get()]
      try {
        registered ??= register()
        const registration = await registered
        const { id, title, text } = message
        await registration.showNotification(title, {
          body: text,
          tag: id,
          data: id,
          requireInteraction: isUrgent,
          // The terminal has sounds of its own.
          silent: true,
        })
        return null
      } catch (error) {
        registered = null
        return error instanceof Error ? error.message : 'the browser refused'
      }
    },
  }
}

/** The page's policy lets nothing but this one script become a worker, and only under this name. */
function workerUrl(view: DesktopView): string {
  const policy = view.trustedTypes?.createPolicy('sesame', {
    createScriptURL(asked) {
      if (asked !== WORKER_PATH) throw new Error(`no worker at ${asked}`)
      return asked
    },
  })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}

/** Each state as text, with what to do about it. */
export const DESKTOP_WORDS: Readonly<Record<DesktopState, string>> = {
  unavailable: 'Not possible here: this browser needs https, or localhost, for desktop notifications.',
  default: 'Permission needed: allow notifications for this address.',
  denied: 'Blocked by the browser: allow notifications for this address in its site settings.',
  granted: 'Allowed by the browser.',
}
