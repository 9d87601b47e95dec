/** Addresses of the page: every view has one, and the selected outcome is part of it. */
import { createStore } from './store.ts'
import type { Readable } from './store.ts'

export type Route =
  | { readonly page: 'trade'; readonly slug: string | null; readonly outcomeId: string | null }
  /** Of one outcome, or of all. */
  | { readonly page: 'fills'; readonly outcomeId: string | null }
  | {
      readonly page:
        | 'games'
        | 'portfolio'
        | 'activity'
        | 'combos'
        | 'alerts'
        | 'notifications'
        | 'notification_settings'
        | 'orders'
        | 'audit'
        | 'health'
        | 'risk'
        | 'settings'
        | 'help'
        | 'not_found'
    }

export type Router = Readable<Route> & {
  /** Goes to an address of this page; `replace` leaves no step to go back to. */
  readonly go: (address: string, replace?: boolean) => void
}

/** Reads a path and its query. */
export function parseRoute(path: string, query: string): Route {
  if (path === '/') return { page: 'trade', slug: null, outcomeId: null }
  const slug = /^\/event\/([^/]+)\/?$/.exec(path)?.[1]
  if (slug !== undefined) {
    return { page: 'trade', slug: decode(slug), outcomeId: outcomeIn(query) }
  }
  switch (path.replace(/\/$/, '')) {
    case '/games':
      return { page: 'games' }
    case '/portfolio':
      return { page: 'portfolio' }
    case '/portfolio/fills':
      return { page: 'fills', outcomeId: outcomeIn(query) }
    case '/portfolio/activity':
      return { page: 'activity' }
    case '/orders':
      return { page: 'orders' }
    case '/combos':
      return { page: 'combos' }
    case '/alerts':
      return { page: 'alerts' }
    case '/notifications':
      return { page: 'notifications' }
    case '/settings/notifications':
      return { page: 'notification_settings' }
    case '/audit':
      return { page: 'audit' }
    case '/health':
      return { page: 'health' }
    case '/settings/risk':
      return { page: 'risk' }
    case '/settings':
      return { page: 'settings' }
    case '/help':
      return { page: 'help' }
    default:
      return { page: 'not_found' }
  }
}

function outcomeIn(query: string): string | null {
  const token = new URLSearchParams(query).get('outcome')
  return token !== null && /^\d{1,78}$/.test(token) ? `pm:${token}` : null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The address of an event's page, with one of its outcomes selected if given. */
export function eventAddress(slug: string, outcomeId: string | null): string {
  const path = `/event/${encodeURIComponent(slug)}`
  return outcomeId === null ? path : `${path}?outcome=${outcomeId.slice(3)}`
}

/** The address of the fills of one outcome. */
export function fillsAddress(outcomeId: string): string {
  return `/portfolio/fills?outcome=${outcomeId.slice(3)}`
}

/** Builds the router over the window's history. */
export function createRouter(view: Window): Router {
  const read = () => parseRoute(view.location.pathname, view.location.search)
  const store = createStore<Route>(read())
  view.addEventListener('popstate', () => store.set(read()))
  return {
    get: store.get,
    subscribe: store.subscribe,
    go(address, replace = false) {
      if (address === view.location.pathname + view.location.search) return
      if (replace) view.history.replaceState(null, '', address)
      else view.history.pushState(null, '', address)
      store.set(read())
    },
  }
}
