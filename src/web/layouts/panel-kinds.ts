/** The panels that a workspace can hold (PAGE-2): what each is called and what it needs. */
import type { MinSize } from './arrange.ts'

export type PanelKind =
  | 'discovery'
  | 'event'
  | 'ladders'
  | 'ladder'
  | 'chart'
  | 'ticket'
  | 'orders'
  | 'positions'
  | 'fills'
  | 'combos'
  | 'alerts'
  | 'notifications'
  | 'games'
  | 'audit'
  | 'health'
  | 'portfolio'
  | 'risk'

type Facts = {
  readonly title: string
  /** Text beside the title in `Add panel`. */
  readonly about: string
  /** True if a workspace may hold several. */
  readonly isMany: boolean
  /** True if it has a head of its own, so that a group of it alone needs none. */
  readonly hasHead: boolean
  readonly least: MinSize
}

const headed = (width: number, height: number, isMany = false) => ({
  hasHead: true,
  isMany,
  least: { width, height },
})
const list = { hasHead: false, isMany: false, least: { width: 280, height: 110 } } as const
const page = { hasHead: false, isMany: false, least: { width: 360, height: 160 } } as const

export const PANEL_KINDS: Readonly<Record<PanelKind, Facts>> = {
  discovery: { title: 'Markets', about: 'search and watchlists', ...headed(190, 160) },
  event: { title: 'Event', about: 'outcomes of the selected market', ...headed(240, 110) },
  ladders: { title: 'Ladders', about: 'side by side and in rows, of one event', ...headed(240, 260, true) },
  ladder: { title: 'Ladder', about: 'one outcome', ...headed(240, 260, true) },
  chart: { title: 'Chart', about: 'history, depth and trades', ...headed(240, 160, true) },
  ticket: { title: 'Ticket', about: 'order with receipt', ...headed(240, 260) },
  orders: { title: 'Open orders', about: 'with their states', ...list },
  positions: { title: 'Positions', about: 'with exit and hedge', ...list },
  fills: { title: 'Fills', about: 'newest first', ...list },
  alerts: { title: 'Alerts', about: 'watching, fired, paused', ...list },
  games: { title: 'Games', about: 'scores and main lines', ...page },
  combos: { title: 'Combos', about: 'draft, quotes, positions', ...page },
  notifications: { title: 'Notifications', about: 'what happened', ...page },
  audit: { title: 'Audit', about: 'every command and answer', ...page },
  health: { title: 'Health', about: 'checks and fixes', ...page },
  portfolio: { title: 'Portfolio', about: 'value, positions, profit over time', ...page },
  risk: { title: 'Risk limits', about: 'limits and their use', ...page },
}

/** True if a panel of the kind can stay on an outcome. */
export function canPin(kind: string): boolean {
  return isLadder(kind) || kind === 'chart'
}

/** True if it stays beside an overlay panel. */
export function isTrading(kind: string): boolean {
  return isLadder(kind) || kind === 'ticket'
}

/** True if it is there to trade in. */
export function isLadder(kind: string): boolean {
  return kind === 'ladders' || kind === 'ladder'
}

/** True if this page knows the kind. */
export function isKnownKind(kind: string): kind is PanelKind {
  return Object.hasOwn(PANEL_KINDS, kind)
}

const UNKNOWN: Facts = { ...page, title: 'Unknown panel', about: '', least: { width: 120, height: 60 } }

/** Facts of a kind, which this page may not know. */
export function factsOf(kind: string): Facts {
  return isKnownKind(kind) ? PANEL_KINDS[kind] : UNKNOWN
}
