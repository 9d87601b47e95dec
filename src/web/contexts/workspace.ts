/** The workspace: the layout, the selected market, and the open ladders, orders and positions. */
import { createContext } from 'react'
import type { Event } from '../platform/api/wire.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { useRequired } from '../platform/state/use-required.ts'
import type { FirstMarket } from './first-market.ts'
import type { LadderCall } from '../data/markets/ladder-call.ts'
import type { LadderViews } from '../data/markets/ladder-views.ts'
import type { Selection } from '../data/markets/selection.ts'
import type { OpenedOrder } from '../data/account/opened-order.ts'
import type { OpenedPosition } from '../actions/exits.ts'
import type { RecentMarket } from '../layouts/recent.ts'
import type { Workspaces } from '../layouts/workspaces.ts'

/** The event of the address with which the page was opened. */
export type FirstEvent = { readonly slug: string; readonly event: Event }

export type Workspace = {
  /** Docked panels of large screens. */
  readonly workspace: Workspaces
  readonly selection: Store<Selection | null>
  /** Markets that were selected, newest first. */
  readonly recent: Readable<readonly RecentMarket[]>
  /** Read before the first view was drawn, and forgotten once it is. */
  readonly firstEvent: Store<FirstEvent | null>
  /** Shows a market on a page that was opened without one. */
  readonly firstMarket: FirstMarket
  /** List in the panel at the left. */
  readonly side: Store<'markets' | 'watch'>
  /** Content of a tablet's left column. */
  readonly tabletTab: Store<'markets' | 'event' | 'data'>
  /** Outcomes chosen for ladders side by side; empty for the selected market. */
  readonly ladders: Store<readonly string[]>
  readonly ladderViews: LadderViews
  /** A ladder that is asked to take the focus, and the order it shall pick up. */
  readonly ladderCall: Store<LadderCall | null>
  /** A page without a ticket filled it in: the next one that has it opens it. */
  readonly ticketCall: Store<boolean>
  /** The order whose timeline is open. */
  readonly openedOrder: Store<OpenedOrder | null>
  /** The position whose figures, exit or hedge is open. */
  readonly openedPosition: Store<OpenedPosition | null>
}

export const WorkspaceContext = createContext<Workspace | null>(null)

/** The workspace of this tab. */
export function useWorkspace(): Workspace {
  return useRequired(WorkspaceContext)
}
