/** Prices that stand in a text, so that a page can say them in the format that its trader reads. */
import { z } from 'zod'
import { decimal } from './values.ts'

export const priceInText = z
  .strictObject({
    at: z.number().int().min(0).meta({ description: 'Where it begins in the text, in UTF-16 units' }),
    price: decimal.meta({ description: 'As it stands there' }),
    tick_size: decimal.nullable(),
    kind: z.enum(['price', 'spread']),
  })
  .meta({ id: 'PriceInText' })
