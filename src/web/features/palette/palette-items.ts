/** What the palette lists: commands that match what was typed, then markets in the server's order; at most 50. */
import type { Event } from '../../api/wire.ts'
import { marketTitle } from '../event/selection.ts'

export type Command = {
  readonly id: string
  readonly title: string
  /** What pressing Enter would do, or the key that does the same. */
  readonly hint: string
  /** Other words that find it. */
  readonly words: string
  readonly run: () => void
}

export type PaletteItem =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | {
      readonly kind: 'market'
      readonly id: string
      readonly title: string
      readonly hint: string
      /** A market of the event above it. */
      readonly isPart: boolean
      readonly slug: string
      readonly outcomeId: string | null
    }

export const MOST_ITEMS = 50
const COMMANDS_WITH_MARKETS = 8

/** Whether every typed word begins a word of the command. */
export function matches(command: Pick<Command, 'title' | 'words'>, typed: string): boolean {
  const there = `${command.title} ${command.words}`.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => there.some((one) => one.startsWith(word)))
}

/** The list for what was typed. */
export function paletteItems(
  commands: readonly Command[],
  events: readonly Event[],
  typed: string,
): readonly PaletteItem[] {
  const text = typed.trim()
  const found = commands.filter((command) => matches(command, text))
  const shown = text === '' ? found : found.slice(0, COMMANDS_WITH_MARKETS)
  return [
    ...shown.map((command) => ({ kind: 'command' as const, id: `command-${command.id}`, command })),
    ...events.flatMap(marketItems),
  ].slice(0, MOST_ITEMS)
}

function marketItems(event: Event): readonly PaletteItem[] {
  const [first] = event.markets
  const item = (
    id: string,
    title: string,
    hint: string,
    outcomeId: string | null,
    isPart: boolean,
  ): PaletteItem => ({
    kind: 'market',
    id: `market-${id.slice(3)}`,
    title,
    hint,
    isPart,
    slug: event.slug,
    outcomeId,
  })
  const head = item(
    event.id,
    event.title,
    event.tags[0]?.label ?? 'event',
    first?.outcomes[0]?.id ?? null,
    false,
  )
  if (event.markets.length < 2) return [head]
  return [
    head,
    ...event.markets
      .slice(0, 3)
      .map((market) =>
        item(market.id, marketTitle(event, market), event.title, market.outcomes[0]?.id ?? null, true),
      ),
  ]
}
