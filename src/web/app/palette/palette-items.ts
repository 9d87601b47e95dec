/** Palette's list for a query: commands by their groups, then markets in the server's order; at most 50. */
import type { Event, Market } from '../../platform/api/client.ts'
import { marketTitle } from '../../data/markets/selection.ts'

/** In the order of display. */
export const GROUPS = [
  'Recent',
  'Pages',
  'Positions',
  'Workspaces',
  'Commands',
  'Settings',
  'Cancel',
  'Markets',
] as const

export type Group = (typeof GROUPS)[number]

export type Command = {
  readonly id: string
  readonly group: Group
  readonly title: string
  /** Effect of Enter, or the present state. */
  readonly hint: string
  /** The key that does the same, for the eye. */
  readonly key: string
  /** Other words that find it. */
  readonly words: string
  /** Listed only once something was typed. */
  readonly typedOnly: boolean
  readonly run: () => void
}

export type PaletteItem =
  | { readonly kind: 'command'; readonly id: string; readonly group: Group; readonly command: Command }
  | {
      readonly kind: 'market'
      readonly id: string
      readonly group: Group
      readonly title: string
      readonly hint: string
      /** A market or an outcome of the event above it. */
      readonly isPart: boolean
      readonly slug: string
      readonly outcomeId: string | null
    }

export const MAX_ITEMS = 50
const COMMANDS_WITH_MARKETS = 16
/** Markets of one event among many; of one that was found almost alone. */
const MARKETS = { few: 3, many: 12 }

function textOf(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** True if every typed word begins a word of the command. */
export function matches(
  { title, words, group }: Pick<Command, 'title' | 'words' | 'group'>,
  typed: string,
): boolean {
  const there = textOf(`${title} ${words} ${group}`.replaceAll(/[:,]/g, ' '))
  return textOf(typed).every((word) => there.some((one) => one.startsWith(word)))
}

/** The list for what was typed. */
export function paletteItems(
  commands: readonly Command[],
  events: readonly Event[],
  typed: string,
): readonly PaletteItem[] {
  const text = typed.trim()
  const found = commands
    .filter((command) => matches(command, text) && (text !== '' || !command.typedOnly))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
  const shown = text === '' ? found : found.slice(0, COMMANDS_WITH_MARKETS)
  return [
    ...shown.map((command) => ({
      kind: 'command' as const,
      id: `command-${command.id}`,
      group: command.group,
      command,
    })),
    ...events.flatMap((event) => marketItems(event, text, events.length <= 2 ? MARKETS.many : MARKETS.few)),
  ].slice(0, MAX_ITEMS)
}

/** The items in their groups, each group once. */
export function grouped(items: readonly PaletteItem[]): readonly {
  readonly group: Group
  readonly items: readonly PaletteItem[]
}[] {
  return GROUPS.map((group) => ({ group, items: items.filter((item) => item.group === group) })).filter(
    (one) => one.items.length > 0,
  )
}

function marketItems(event: Event, typed: string, most: number): readonly PaletteItem[] {
  const item = (
    id: string,
    title: string,
    hint: string,
    outcomeId: string | null,
    isPart: boolean,
  ): PaletteItem => ({
    kind: 'market',
    id: `market-${id.slice(3)}`,
    group: 'Markets',
    title,
    hint,
    isPart,
    slug: event.slug,
    outcomeId,
  })
  const [first] = event.markets
  const head = item(
    event.id,
    event.title,
    event.tags[0]?.label ?? 'event',
    first?.outcomes[0]?.id ?? null,
    false,
  )
  const outcomes = (market: Market): readonly PaletteItem[] =>
    namedOutcomes(market, typed).map((outcome) =>
      item(`${outcome.id}-outcome`, outcome.name, marketTitle(event, market), outcome.id, true),
    )
  if (first === undefined) return [head]
  if (event.markets.length === 1) return [head, ...outcomes(first)]
  return [
    head,
    ...event.markets
      .slice(0, most)
      .flatMap((market) => [
        item(market.id, marketTitle(event, market), event.title, market.outcomes[0]?.id ?? null, true),
        ...outcomes(market),
      ]),
  ]
}

/** Outcomes whose own name was typed: a team, a side. */
function namedOutcomes(market: Market, typed: string): Market['outcomes'] {
  const asked = textOf(typed).filter((word) => word.length > 1)
  return market.outcomes.filter((outcome) =>
    textOf(outcome.name).some((word) => asked.some((one) => word.startsWith(one))),
  )
}
