/** Core's values as the wire writes them: for files, sorting, names that are read out, and bodies of commands. */
import { amount, instant, price } from '#contract/codec/fields.ts'
import { formatTickSize } from '#core/price.ts'

export const writtenAmount = amount.encode
export const writtenPrice = price.encode
export const writtenTime = instant.encode
export const writtenTick = formatTickSize
