/** Addresses of the page: every view has one, and the selected outcome is part of it. */
import { createStore } from '../state/store.ts'

/** Views that are one address each. */
const PAGES = {
  '/games': 'games',
  '/portfolio': 'portfolio',
  '/portfolio/activity': 'activity',
  '/portfolio/journal': 'journal',
  '/orders': 'orders',
  '/combos': 'combos',
  '/alerts': 'alerts',
  '/notifications': 'notifications',
  '/audit': 'audit',
  '/health': 'health',
  '/replay': 'replay',
  '/settings': 'settings',
  '/settings/notifications': 'notification_settings',
  '/settings/risk': 'risk',
} as const

export type Route =
  | { readonly page: 'trade'; readonly slug: string | null; readonly outcomeId: string | null }
  /** Fills of one outcome, or of all. */
  | { readonly page: 'fills'; readonly outcomeId: string | null }
  /** One panel of the workspace, which fills the page. */
  | { readonly page: 'panel'; readonly kind: string }
  | { readonly page: (typeof PAGES)[keyof typeof PAGES] | 'not_found' }

/** The selected outcome that the address of a view carries. */
export type SelectedOutcome = { readonly slug: string; readonly outcomeId: string }

export type Router = ReturnType<typeof createRouter>

/** Reads a path and its query. */
export function parseRoute(path: string, query: string): Route {
  if (path === '/') return { page: 'trade', slug: null, outcomeId: null }
  const slug = /^\/event\/([^/]+)\/?$/.exec(path)?.[1]
  if (slug !== undefined) {
    return { page: 'trade', slug: decode(slug), outcomeId: outcomeIn(query) }
  }
  const kind = /^\/panel\/([a-z]{1,40})\/?$/.exec(path)?.[1]
  if (kind !== undefined) return { page: 'panel', kind }
  const bare = path.replace(/\/$/, '')
  if (bare === '/portfolio/fills') return { page: 'fills', outcomeId: outcomeIn(query) }
  return { page: isPage(bare) ? PAGES[bare] : 'not_found' }
}

function isPage(path: string): path is keyof typeof PAGES {
  return Object.hasOwn(PAGES, path)
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

const SELECTED = 'beside'

/** The address of a panel, with the market that it shows if there is one. */
export function panelAddress(kind: string, selected: SelectedOutcome | null): string {
  const text = selected === null ? null : selectedText(selected.slug, selected.outcomeId)
  return withPart(`/panel/${kind}`, SELECTED, text)
}

/** The query text of a selection. */
export function selectedText(slug: string, outcomeId: string): string {
  return `${outcomeId.slice(3)}:${slug}`
}

/** Reads the selection from a query. */
function selectedIn(query: string): SelectedOutcome | null {
  const [, token, slug] =
    /^(\d{1,78}):(.{1,300})$/s.exec(new URLSearchParams(query).get(SELECTED) ?? '') ?? []
  return token === undefined || slug === undefined ? null : { slug, outcomeId: `pm:${token}` }
}

/** An address with a part of its query put in, or null: without it. */
function withPart(address: string, name: string, text: string | null): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  searchParams.delete(name)
  if (text !== null) searchParams.set(name, text)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString().replaceAll('%3A', ':')}`
}

/** Builds the router over the window's history. */
export function createRouter(view: Window) {
  const read = () => parseRoute(view.location.pathname, view.location.search)
  const store = createStore<Route>(read())
  const here = (): string => view.location.pathname + view.location.search

  view.addEventListener('popstate', () => store.set(read()))
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Goes to an address of this page; `replace` leaves no step to go back to. */
    go: (address: string, replace = false): void => {
      // The view that is open stays with what is beside it.
      if (address === here() || address === withPart(here(), SELECTED, null)) return
      if (replace) view.history.replaceState(null, '', address)
      else view.history.pushState(null, '', address)
      store.set(read())
    },
    /** The selection in the address of the current view; null if it carries none. */
    inAddress: (): SelectedOutcome | null => selectedIn(view.location.search),
    /** Puts a selection (`selectedText`) into the address: no history entry and no other view. */
    putSelected: (text: string): void => {
      const next = withPart(here(), SELECTED, text)
      if (next !== here()) view.history.replaceState(null, '', next)
    },
  }
}
