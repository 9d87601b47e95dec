/** Shapes of the catalog's answers; their rows are read field by field (fields.ts). */
import { z } from 'zod'
import { figure } from '../figures.ts'
import { cut, MOST } from './fields.ts'

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => value.length <= MOST.id)
const rows = z
  .array(z.unknown())
  .nullish()
  .transform((values) => values ?? [])

export const eventsPage = z.object({
  events: z.array(z.unknown()),
  // All cursors of a walk are kept, to notice one that comes again.
  next_cursor: z.string().max(MOST.cursor).nullish(),
})

/** Placeholder of a row that was too long to be parsed. */
export const passedOverRow = z.object({ passedOver: z.string() })

/** Row of a listing of markets, with its events. */
export const marketPage = z.object({
  markets: z.array(z.unknown()),
})

export const searchAnswer = z.object({ events: z.array(z.unknown()).nullable() })

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
  hash: z
    .string()
    .nullish()
    .transform((value) => cut(value ?? '', MOST.name)),
  bids: bookSide,
  asks: bookSide,
  buys: bookSide,
  sells: bookSide,
  tick_size: figure(),
  neg_risk: z.unknown().optional(),
})

/**
 * Compact info of one market from the order-book service; absent `sd` is no delay, absent `nr` is an ordinary market.
 */
export const marketInfoAnswer = z.object({
  t: rows,
  mts: figure(),
  mos: figure(),
  sd: figure(),
  gst: figure(),
  nr: z.unknown().optional(),
})

export const historyAnswer = z.object({ history: rows })

export const historyPoint = z.object({ t: figure(), p: figure() })
