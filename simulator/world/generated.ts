/** Events made up by rule and seed, for worlds of thousands: fields of names, ladders of lines, questions, games. */
import type { SimulatorRandom } from '../types.ts'
import NAMES from './data/names.json' with { type: 'json' }
import { DAY, HOUR, dateText, market, slugOf } from './definition.ts'
import type { EventDefinition, FeeName, MarketDefinition } from './definition.ts'
import { gameEvents } from './games/layouts.ts'
import { drawnGame } from './games/schedule.ts'

const { places: PLACES, offices: OFFICES, given: GIVEN, family: FAMILY, measures: MEASURES } = NAMES.questions

const TAGS_OF = NAMES.questions.tags as unknown as Readonly<
  Record<'field' | 'ladder' | 'question', readonly (readonly [string, FeeName])[]>
>
const FIRST_SERIAL = 1000

/** `count` events after a start at `at`, the same for the same random stream. */
export function* generatedEvents(
  at: number,
  random: SimulatorRandom,
  count: number,
): Generator<EventDefinition> {
  let made = 0
  const played = new Set<string>()
  for (let serial = 0; made < count; serial += 1) {
    const batch = serial % 4 === 3 ? games(at, random, serial) : [one(at, random, serial)]
    const main = batch[0]?.slug ?? ''
    // In a large world the same teams may be drawn twice for one day.
    if (played.has(main)) continue
    played.add(main)
    for (const event of batch) {
      if (made >= count) return
      made += 1
      yield event
    }
  }
}

function one(at: number, random: SimulatorRandom, serial: number): EventDefinition {
  const kind = random.pick(['field', 'field', 'ladder', 'ladder', 'question'] as const)
  const [tag, fees] = random.pick(TAGS_OF[kind])
  const place = random.pick(PLACES)
  const endsAt = at + random.integer(2, 300) * DAY
  const { title, markets } =
    kind === 'field'
      ? field(random, place, serial)
      : kind === 'ladder'
        ? ladder(random, place, endsAt)
        : question(random, place, endsAt)
  return {
    key: `generated-${serial}`,
    slug: `${slugOf(title)}-${serial}`,
    title,
    description: `${title} Made by the generator, number ${serial}.`,
    tags: [tag],
    createdAt: at - random.integer(1, 60) * DAY,
    endsAt,
    negRisk: kind === 'field',
    markets: markets.map((each) => ({ ...each, slug: `${each.slug}-${serial}` })),
    volume: Math.floor(10 ** (3 + random.next() * 3.5)),
    popularity: 0.3,
    fees,
  }
}

type Made = { readonly title: string; readonly markets: MarketDefinition[] }

function field(random: SimulatorRandom, place: string, serial: number): Made {
  const office = random.pick(OFFICES)
  const size = random.integer(3, 11)
  const shares = Array.from({ length: size }, () => random.next() ** 2 + 0.02)
  const total = shares.reduce((sum, share) => sum + share, 0)
  return {
    title: `Next ${office} of ${place}?`,
    markets: shares.map((share, index) => {
      const name = `${GIVEN[(index * 5 + serial) % GIVEN.length] ?? ''} ${FAMILY[(index * 7 + serial) % FAMILY.length] ?? ''}`
      const fair = bounded((share / total) * 10_000)
      return market(`m${index}`, `Will ${name} be the next ${office} of ${place}?`, fair, {
        groupTitle: name,
        tick: fair < 300 ? 10 : 100,
      })
    }),
  }
}

function ladder(random: SimulatorRandom, place: string, endsAt: number): Made {
  const measure = random.pick(MEASURES)
  const size = random.integer(3, 12)
  const step = random.pick([1, 5, 10, 25])
  const base = step * random.integer(4, 30)
  const middle = random.next() * size
  return {
    title: `${place}: ${measure} on ${dateText(endsAt)}`,
    markets: Array.from({ length: size }, (_, index) => {
      const value = base + index * step
      return market(
        `m${index}`,
        `Will ${place} ${measure} be above ${value} on ${dateText(endsAt)}?`,
        bounded(10_000 / (1 + Math.exp((index - middle) * 0.9))),
        {
          groupTitle: `> ${value}`,
          tick: random.pick([100, 100, 100, 50, 10]),
        },
      )
    }),
  }
}

function question(random: SimulatorRandom, place: string, endsAt: number): Made {
  const what = random.pick(NAMES.questions.whats)
  const title = `Will ${place} ${what} by ${dateText(endsAt)}?`
  return { title, markets: [market('m0', title, bounded(random.next() * 10_000))] }
}

function games(at: number, random: SimulatorRandom, serial: number): EventDefinition[] {
  const startsAt = (): number => at + random.integer(72, 24 * 60) * HOUR
  const options = { length: 3, numericMetadata: serial % 2 === 0 }
  const game = drawnGame(random, startsAt, [2500, 7500], FIRST_SERIAL + serial, options)
  return gameEvents(game, 0.3)
}

function bounded(fair: number): number {
  return Math.min(Math.max(Math.round(fair), 40), 9960)
}
