/**
 * Variables of former versions, known by what they are for: they would give a false sense of what runs, or hold a key that
 * must not be on this machine.
 */

/** The wallet owner's key in any of its names; the session key has one of its own. */
const PRIVATE_KEY =
  /^(?:(?:VENUE|SESAME|WALLET|OWNER|EOA)_\w*)?PRIVATE_?KEY(?:_\w+)?$|^(?:VENUE|SESAME)_(?:OWNER|WALLET|EOA)_KEY(?:_\w+)?$/i
/** A relayer's settings whatever they are, a bridge's, and an address in place of the geographic check's. */
const OTHERS = /RELAYER|^(?:(?:VENUE|SESAME)_\w*)?(?:BRIDGE|GEO_?BLOCK)(?:_\w+)?$/i

/** True if it holds a key. */
export function isRetiredKey(name: string): boolean {
  return PRIVATE_KEY.test(name)
}

/** True if a start with it is refused, even when it is empty. */
export function isRetired(name: string): boolean {
  return isRetiredKey(name) || OTHERS.test(name)
}
