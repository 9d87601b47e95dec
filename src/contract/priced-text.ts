/** Prices inside a text, so that the page can show them in the user's price format. */
import { z } from 'zod'
import { decimal } from './values.ts'

export const priceInText = z
  .strictObject({
    at: z.number().int().min(0).meta({ description: 'Where it begins in the text, in UTF-16 units' }),
    price: decimal.meta({ description: 'As written in the text' }),
    tick_size: decimal.nullable(),
    kind: z.enum(['price', 'spread']),
  })
  .meta({ id: 'PriceInText' })
