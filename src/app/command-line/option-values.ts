/** Values of the command line's options, as they are written and what they mean. */
import { InvalidArgumentError } from 'commander'
import { parseMicros, type Micros } from '#core/money.ts'

const HIGHEST_PORT = 65_535

export type KeptHead = { readonly seq: number; readonly hash: string }

export function keptHead(text: string): KeptHead {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Must be a row, a colon and 64 hex digits.')
  return { seq: Number(seq), hash }
}

export function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (number <= HIGHEST_PORT) return number
  throw new InvalidArgumentError(`Must be a number from 0 to ${HIGHEST_PORT}.`)
}

export function cash(text: string): Micros {
  const parsed = parseMicros(text)
  if (parsed.ok && parsed.value > 0n) return parsed.value
  throw new InvalidArgumentError('Must be an amount above 0 with at most 6 decimals.')
}
