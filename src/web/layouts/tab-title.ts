/** The title of the browser's tab: the mode first, then the page and the market, as much of them as there is. Pure. */
import type { Route } from '../platform/page/route.ts'
import { marketTitle } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'
import { OVERLAY_PAGES } from './overlay-panel.ts'
import { factsOf } from './panel-kinds.ts'

/** `SAFE - Orders - Herons, Herons vs. Comets - Sesame`; the trade page is named by its market. */
export function tabTitle(facts: {
  readonly mode: 'SAFE' | 'ARMED'
  readonly isPaper: boolean
  readonly route: Route
  readonly selection: Selection | null
}): string {
  const { mode, isPaper, route, selection } = facts
  const market = selection === null ? null : marketName(selection)
  const name = nameOf(route) ?? (market === null ? 'Markets' : null)
  return [`${isPaper ? 'PAPER ' : ''}${mode}`, name, market, 'Sesame']
    .filter((part) => part !== null)
    .join(' - ')
}

function nameOf(route: Route): string | null {
  if (route.page === 'trade') return null
  return route.page === 'panel' ? factsOf(route.kind).title : OVERLAY_PAGES[route.page][0]
}

function marketName({ event, market, outcome }: Selection): string {
  const title = marketTitle(event, market)
  return [outcome.name, title, ...(title === event.title ? [] : [event.title])].join(', ')
}
