/** A size while it is typed: what can be read is in the hand at once, and what cannot leaves the size from before there. */
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { readAmount } from '../../platform/format/numbers.ts'

export type TypedSize = {
  readonly text: string
  /** What the hand holds by it. */
  readonly size: Micros
  /** What the hand held when the typing began. */
  readonly before: Micros
}

/** The text after one more change of it. `defaultSize` is what the hand holds. */
export function typeSize(text: string, typing: TypedSize | null, defaultSize: Micros): TypedSize {
  const before = typing === null || typing.size !== defaultSize ? defaultSize : typing.before
  const read = readAmount(text, 2)
  return { text, before, size: read === null || read <= 0n ? before : read }
}

/** What the box shows: the text as it is typed, until the hand holds another size than by it. */
export function shownSize(
  typing: TypedSize | null,
  defaultSize: Micros,
): { readonly text: string; readonly isFaulty: boolean } {
  if (typing === null || typing.size !== defaultSize)
    return { text: formatMicros(defaultSize), isFaulty: false }
  return { text: typing.text, isFaulty: readAmount(typing.text, 2) !== typing.size }
}
