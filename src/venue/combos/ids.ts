/** Ids of a combo, derived from its legs (venue reference, Position ids of a combo). */
import { keccak } from '../signing/keccak.ts'
import { createWords, fromHex, putUint, toHex } from '../signing/bytes.ts'

export type ComboIds = {
  /** 0x and 62 hex digits. */
  readonly conditionId: string
  /** Decimal text: what buying and selling the combo trades. */
  readonly yes: string
  /** Decimal text. */
  readonly no: string
}

/** Position ids ascending as numbers. */
export function sortPositionIds(positionIds: readonly string[]): readonly string[] {
  return positionIds.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
}

/** The ids of the combo over these legs, in any order. */
export function comboIds(positionIds: readonly string[]): ComboIds {
  const sorted = sortPositionIds(positionIds)
  // abi.encode(uint256 3, bytes(abi.encode(uint256[] sorted))): two heads, the length, then offset, count and legs.
  const words = createWords(5 + sorted.length)
  putUint(words, 0, 3n)
  putUint(words, 1, 64n)
  putUint(words, 2, BigInt((2 + sorted.length) * 32))
  putUint(words, 3, 32n)
  putUint(words, 4, BigInt(sorted.length))
  for (const [index, id] of sorted.entries()) putUint(words, 5 + index, BigInt(id))
  const digest = keccak(words.bytes)
  const condition = `03${toHex(digest.subarray(16))}${'00'.repeat(14)}`
  const tokenOf = (outcome: '00' | '01'): string =>
    BigInt(`0x${toHex(fromHex(condition + outcome))}`).toString()
  return { conditionId: `0x${condition}`, yes: tokenOf('00'), no: tokenOf('01') }
}
