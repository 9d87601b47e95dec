/** The palette's rows for a query: commands by their groups, then markets in the server's order; at most 50. */
import { isFound, wordsOf } from '../../commands/find.ts'
import type { Event, Market } from '../../platform/api/client.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { marketTitle } from '../../data/markets/selection.ts'

/** In the order of display. */
const GROUPS = ['Recent', 'Pages', 'Positions', 'Workspaces', 'Commands', 'Cancel', 'Markets'] as const

export type PaletteItem = {
  readonly id: string
  readonly group: (typeof GROUPS)[number]
  readonly title: string
  /** Effect of Enter, or the present state. */
  readonly hint?: string
  /** The key that does the same, for the eye. */
  readonly key?: string
  /** Other words that find it. */
  readonly words?: string
  /** A market or an outcome of the event above it. */
  readonly isPart?: boolean
  readonly run: () => void
}

export const MAX_ITEMS = 50
const COMMANDS_WITH_MARKETS = 16
/** Markets of one event among many; of one that was found almost alone. */
const MARKETS = { few: 3, many: 12 }

/** The list for what was typed; `go` opens an address. */
export function paletteItems(
  commands: readonly PaletteItem[],
  events: readonly Event[],
  typed: string,
  go: (address: string) => void,
): readonly PaletteItem[] {
  const found = commands
    .filter(({ title, words = '', group }) => isFound(`${title} ${words} ${group}`, typed))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
  const most = events.length <= 2 ? MARKETS.many : MARKETS.few
  return [
    ...(typed.trim() === '' ? found : found.slice(0, COMMANDS_WITH_MARKETS)),
    ...events.flatMap((event) => marketItems(event, typed, most, go)),
  ].slice(0, MAX_ITEMS)
}

/** The items in their groups, each group once. */
export function grouped(items: readonly PaletteItem[]) {
  return GROUPS.map((group) => ({ group, items: items.filter((item) => item.group === group) })).filter(
    (one) => one.items.length > 0,
  )
}

/** An event, its markets where it has several, and the outcomes whose own name was typed: a team, a side. */
function marketItems(
  event: Event,
  typed: string,
  most: number,
  go: (address: string) => void,
): readonly PaletteItem[] {
  const asked = wordsOf(typed).filter((word) => word.length > 1)
  const item = (id: string, title: string, hint: string, outcomeId?: string): PaletteItem => ({
    id: `market-${id.slice(3)}`,
    group: 'Markets',
    title,
    hint,
    isPart: id !== event.id,
    run: () => go(eventAddress(event.slug, outcomeId ?? null)),
  })
  const partsOf = (market: Market): readonly PaletteItem[] => {
    const title = marketTitle(event, market)
    const named = market.outcomes.filter(({ name }) =>
      wordsOf(name).some((word) => asked.some((one) => word.startsWith(one))),
    )
    return [
      ...(event.markets.length > 1 ? [item(market.id, title, event.title, market.outcomes[0]?.id)] : []),
      ...named.map(({ id, name }) => item(`${id}-outcome`, name, title, id)),
    ]
  }
  return [
    item(event.id, event.title, event.tags[0]?.label ?? 'event', event.markets[0]?.outcomes[0]?.id),
    ...event.markets.slice(0, most).flatMap(partsOf),
  ]
}
