/** Idempotency keys: minted when a cell becomes the pressed target, reused for the same press within 350 ms. */
import { parseClientOrderId } from '#core/ids.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'

/** Fields that make two presses the same. */
export type Target = {
  readonly outcomeId: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
}

export type Key = { readonly clientOrderId: ClientOrderId; readonly reused: boolean }

/** Presses on the same target within this time share one key (VEN-18). */
export const REUSE_MS = 350

/** Writes the UUIDv7 of a millisecond and 10 random bytes. */
export function uuidV7(now: number, random: Uint8Array): ClientOrderId {
  const bytes = [...random.subarray(0, 10)]
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  const text = `${time.slice(0, 8)}-${time.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`
  const id = parseClientOrderId(text)
  if (id === null) throw new Error(`not a UUIDv7: ${text}`)
  return id
}

/**
 * Builds the memory of one kind of press. The 350 ms count from the press that made something, so that a double press is one
 * and two slow presses are two. Answers what the press before made, if this is the same one; what is null is not remembered.
 */
export function createSamePress<Made>(): (
  key: string,
  now: number,
  make: () => Made,
) => { readonly made: Made; readonly reused: boolean } {
  let last: { readonly key: string; readonly at: number; readonly made: Made } | null = null
  return (key, now, make) => {
    if (last !== null && last.key === key && now - last.at <= REUSE_MS && now >= last.at) {
      return { made: last.made, reused: true }
    }
    const made = make()
    if (made !== null) last = { key, at: now, made }
    return { made, reused: false }
  }
}

/** Gives each press its key; the same press has the same one. */
export function createKeyGiver(mint: () => ClientOrderId): (target: Target, now: number) => Key {
  const same = createSamePress<ClientOrderId>()
  return ({ outcomeId, side, price, size }, now) => {
    const { made, reused } = same(`${outcomeId} ${side} ${price} ${formatMicros(size)}`, now, mint)
    return { clientOrderId: made, reused }
  }
}
