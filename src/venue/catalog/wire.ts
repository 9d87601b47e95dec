/** Shapes of the catalog's answers. Everything but an id may be absent; rows inside rows are read one by one. */
import { z } from 'zod'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const id = z.union([z.string(), z.number()]).transform(String)
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
      try {
        list = JSON.parse(value)
      } catch {
        return []
      }
    }
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : []
  })

export const wireTag = z.object({ id, label: z.string(), slug: z.string() })

export const wireTeam = z.object({
  id,
  name: z.string(),
  league: text,
  abbreviation: text,
  alias: z.string().nullish(),
  record: z.string().nullish(),
  color: z.string().nullish(),
})

export const wireSport = z.object({ sport: z.string(), name: text, ordering: z.string() })

export const wireMarket = z.object({
  slug: text,
  question: text,
  groupItemTitle: text,
  conditionId: text,
  outcomes: textList,
  outcomePrices: textList,
  clobTokenIds: textList,
  positionIds: textList,
  comboStatus: text,
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
  feeSchedule: z.object({ exponent: z.unknown().optional(), rate: z.unknown().optional() }).nullish(),
  orderPriceMinTickSize: z.unknown().optional(),
  orderMinSize: z.unknown().optional(),
  volume: z.unknown().optional(),
  liquidity: z.unknown().optional(),
  secondsDelay: z.number().nullish(),
  sportsMarketType: text,
  line: z.unknown().optional(),
  endDate: z.unknown().optional(),
  gameStartTime: z.unknown().optional(),
})

export type WireMarket = z.infer<typeof wireMarket>

export const wireEvent = z.object({
  id,
  slug: text,
  title: text,
  description: text,
  closed: flag,
  negRisk: flag,
  live: flag,
  volume: z.unknown().optional(),
  liquidity: z.unknown().optional(),
  startTime: z.unknown().optional(),
  endDate: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  creationDate: z.unknown().optional(),
  gameId: z.unknown().optional(),
  parentEventId: z.unknown().optional(),
  tags: rows,
  teams: rows,
  markets: rows,
})

export const eventsPage = z.object({
  events: z.array(z.unknown()),
  next_cursor: z.string().nullish(),
})

/** What stands for a row that was too long to be parsed. */
export const passedOverRow = z.object({ passedOver: z.string() })

export const rowList = z.array(z.unknown())
