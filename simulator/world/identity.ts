/**
 * Ids of the world, derived from the seed by hash: the same seed and label give the same id, and adding an
 * event shifts no other ids.
 */
import { hash } from 'node:crypto'

export type Identity = ReturnType<typeof createIdentity>

/** Ids of the world grown from `seed`. */
export function createIdentity(seed: string) {
  function digest(label: string): string {
    return hash('sha256', `${seed}\u0000${label}`, 'hex')
  }
  return {
    /** 0x and 64 hex digits. */
    bytes32: (label: string): string => `0x${digest(label)}`,
    /** Decimal text of a uint256. */
    uint256: (label: string): string => BigInt(`0x${digest(label)}`).toString(),
    /** A whole number in [0, 2^48). */
    number: (label: string): number => Number.parseInt(digest(label).slice(0, 12), 16),
  }
}

/**
 * Position ids of one market's two outcomes in the venue's 32-byte form: module byte, identifier, outcome index.
 * Members of one neg-risk event share their first 19 bytes.
 *
 * @see venue reference, section 5.4
 */
export function positionIds(
  identity: Identity,
  event: string,
  market: string,
  negRiskMember: number | null,
): [string, string] {
  const prefix =
    negRiskMember === null
      ? `01${identity.bytes32(`position ${market}`).slice(2, 34)}${'00'.repeat(14)}`
      : `02${identity.bytes32(`position ${event}`).slice(2, 32)}000003${negRiskMember.toString(16).padStart(24, '0')}`
  return [BigInt(`0x${prefix}00`).toString(), BigInt(`0x${prefix}01`).toString()]
}
