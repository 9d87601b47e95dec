/** The events that are written as data: elections, prices, awards, seasons. Days count from the start of the world. */
import culture from './data/culture.json' with { type: 'json' }
import economy from './data/economy.json' with { type: 'json' }
import politics from './data/politics.json' with { type: 'json' }
import season from './data/season.json' with { type: 'json' }
import { DAY, dayText, market, monthText, slugOf } from './definition.ts'
import type { EventDefinition, MarketDefinition } from './definition.ts'

/** Omitted fields have the venue's usual value; `combo: null` omits the key from the catalog's row. */
type WrittenMarket = Partial<Omit<MarketDefinition, 'combo'>> &
  Pick<MarketDefinition, 'question' | 'fair'> & { readonly combo?: string | null }

/** Texts may hold `{day+3}` and `{month+30}`: the date of so many days after the start of the world. */
type WrittenEvent = Omit<EventDefinition, 'slug' | 'createdAt' | 'endsAt' | 'markets'> & {
  readonly slug?: string
  readonly createdDay: number
  readonly endsDay?: number
  /** A fixed date instead. */
  readonly endsOn?: string
  readonly markets: readonly WrittenMarket[]
}

const GROUPS = { politics, economy, culture, season } as unknown as Readonly<
  Record<'politics' | 'economy' | 'culture' | 'season', readonly WrittenEvent[]>
>

/** The written events of one group, for a world that starts at `at` (milliseconds). */
export function writtenEvents(group: keyof typeof GROUPS, at: number): EventDefinition[] {
  const say = (text: string): string =>
    text
      .replaceAll(/\{day\+(\d+)\}/g, (_, days: string) => dayText(at + Number(days) * DAY))
      .replaceAll(/\{month\+(\d+)\}/g, (_, days: string) => monthText(at + Number(days) * DAY))
  return GROUPS[group].map(({ createdDay, endsDay = 0, endsOn, slug, title, markets, ...rest }) => ({
    ...rest,
    title: say(title),
    slug: slugOf(say(slug ?? title)),
    createdAt: at + createdDay * DAY,
    endsAt: endsOn === undefined ? at + endsDay * DAY : Date.parse(endsOn),
    markets: markets.map((written) => marketOf(written, say)),
  }))
}

function marketOf(
  { key, question, fair, slug, combo, ...rest }: WrittenMarket,
  say: (text: string) => string,
): MarketDefinition {
  const made = market(key ?? slugOf(rest.groupTitle ?? ''), say(question), fair, {
    ...rest,
    slug: slugOf(say(slug ?? question)),
    ...(typeof combo === 'string' ? { combo } : {}),
  })
  if (combo !== null) return made
  const { combo: _, ...without } = made
  return without
}
