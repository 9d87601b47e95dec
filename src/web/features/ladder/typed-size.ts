/** A size while it is typed: a readable text sets the default size at once, and any other keeps the size from before. */
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { readAmount } from '../../platform/format/numbers.ts'

export type TypedSize = {
  readonly text: string
  /** The default size that it set. */
  readonly size: Micros
  /** The default size when the typing began. */
  readonly before: Micros
}

/** The text after one more change of it. `defaultSize` is the current default size. */
export function typeSize(text: string, typing: TypedSize | null, defaultSize: Micros): TypedSize {
  const before = typing === null || typing.size !== defaultSize ? defaultSize : typing.before
  const read = readAmount(text, 2)
  return { text, before, size: read === null || read <= 0n ? before : read }
}

/** Text of the box: as it is typed, until the default size changes. */
export function shownSize(
  typing: TypedSize | null,
  defaultSize: Micros,
): { readonly text: string; readonly isFaulty: boolean } {
  if (typing === null || typing.size !== defaultSize)
    return { text: formatMicros(defaultSize), isFaulty: false }
  return { text: typing.text, isFaulty: readAmount(typing.text, 2) !== typing.size }
}
