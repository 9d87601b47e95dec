/**
 * Shapes of the catalog's answers. Everything but an id may be absent; rows inside rows are read one by one. Texts are cut
 * here, so that none longer is ever kept (INV-52).
 */
import { z } from 'zod'
import { figure } from '../figures.ts'

/** In characters: some three times the longest that the venue was seen to have. */
const MOST = {
  title: 300,
  description: 10_000,
  slug: 200,
  name: 100,
  id: 80,
  listText: 8_192,
  cursor: 2_048,
} as const

/** A copy: a slice of a text keeps the whole of it in memory. */
function cut(value: string, most: number): string {
  return value.length <= most ? value : `${Buffer.from(value.slice(0, most - 1)).toString()}…`
}

const textOf = (most: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cut(value ?? '', most))
const nameOrNull = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : cut(value, MOST.name)))
const name = z.string().transform((value) => cut(value, MOST.name))
const text = textOf(MOST.name)
const slug = textOf(MOST.slug)
const title = textOf(MOST.title)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => value.length <= MOST.id)
const rows = z
  .array(z.unknown())
  .nullish()
  .transform((values) => values ?? [])

/** A list that is JSON inside a text, or a list already; empty when absent or unreadable. */
const textList = z
  .unknown()
  .optional()
  .transform((value): readonly string[] => {
    let list = value
    if (typeof value === 'string') {
      if (value.length > MOST.listText) return []
      try {
        list = JSON.parse(value)
      } catch {
        return []
      }
    }
    return Array.isArray(list) && list.every((one) => typeof one === 'string')
      ? [...list].slice(0, MOST.name).map((one) => cut(one, MOST.name))
      : []
  })

export const wireTag = z.object({ id, label: name, slug: name })

export const wireTeam = z.object({
  id,
  name,
  league: text,
  abbreviation: text,
  alias: nameOrNull,
  record: nameOrNull,
  color: nameOrNull,
  ordering: z.unknown().optional(),
})

export const wireSport = z.object({ sport: name, name: text, ordering: z.string() })

export const wireMarket = z.object({
  slug,
  question: title,
  groupItemTitle: title,
  conditionId: text,
  outcomes: textList,
  outcomePrices: textList,
  clobTokenIds: textList,
  positionIds: textList,
  comboStatus: text,
  version: z
    .union([z.string(), z.number()])
    .nullish()
    .catch(null)
    .transform((value) => String(value ?? '').toLowerCase()),
  umaResolutionStatus: text,
  closed: flag,
  acceptingOrders: flag,
  enableOrderBook: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  negRisk: flag,
  clearBookOnStart: flag,
  feesEnabled: z.boolean().nullish(),
  feeSchedule: z.object({ exponent: figure(), rate: figure() }).nullish(),
  orderPriceMinTickSize: figure(),
  orderMinSize: figure(),
  volume: figure(),
  liquidity: figure(),
  secondsDelay: figure(),
  sportsMarketType: text,
  line: figure(),
  endDate: figure(),
  gameStartTime: figure(),
})

export type WireMarket = z.infer<typeof wireMarket>

/** The member of an exclusive event that stands for whatever is not listed. */
export const wireOtherMember = z.object({ negRiskOther: z.literal(true) })

export const wireEvent = z.object({
  id,
  slug,
  title,
  description: textOf(MOST.description),
  closed: flag,
  negRisk: flag,
  negRiskAugmented: flag.catch(false),
  live: flag,
  volume: figure(),
  liquidity: figure(),
  startTime: figure(),
  endDate: figure(),
  createdAt: figure(),
  creationDate: figure(),
  gameId: z.unknown().optional(),
  parentEventId: z.unknown().optional(),
  tags: rows,
  teams: rows,
  markets: rows,
})

export type WireEvent = z.infer<typeof wireEvent>

export const eventsPage = z.object({
  events: z.array(z.unknown()),
  // All cursors of a walk are kept, to notice one that comes again.
  next_cursor: z.string().max(MOST.cursor).nullish(),
})

/** Placeholder of a row that was too long to be parsed. */
export const passedOverRow = z.object({ passedOver: z.string() })

/** Of a listing of markets: which market of which events each row is. */
export const marketPage = z.object({
  markets: z.array(z.unknown()),
})

export const marketPlace = z.object({
  conditionId: text,
  clobTokenIds: textList,
  events: z.array(z.object({ id })),
})

export const searchAnswer = z.object({ events: z.array(z.unknown()).nullish() })

export const eventPlace = z.object({ id })

export const rowList = z.array(z.unknown())

/** Null is an empty side, no field is no side (INV-75). */
const bookSide = z
  .array(z.object({ price: figure(), size: figure() }))
  .nullable()
  .transform((levels) => levels ?? [])
  .optional()

export const bookAnswer = z.object({
  market: z.string(),
  asset_id: z.string(),
  timestamp: figure(),
  hash: text,
  bids: bookSide,
  asks: bookSide,
  buys: bookSide,
  sells: bookSide,
})

export const historyAnswer = z.object({ history: rows })

export const historyPoint = z.object({ t: figure(), p: figure() })
