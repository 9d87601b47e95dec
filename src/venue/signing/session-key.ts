/** The envelope by which a wallet knows that a session key, not its owner, has signed. */
const WIRE_BYTES = 317
const SUFFIX = '6492'.repeat(16)

/**
 * Prepares the wrapping of 317-byte wire signatures by one session key: abi.encode(bytes32 address, bytes32 signer
 * kind 0, bytes wire) and the 32-byte suffix, 480 bytes in hex without prefix (VEN-5).
 */
export function wrapForSessionKey(sessionAddress: string): (wireHex: string) => string {
  const word = (value: number): string => value.toString(16).padStart(64, '0')
  const head =
    sessionAddress.replace(/^0x/, '').toLowerCase().padStart(64, '0') +
    word(0) +
    word(0x60) +
    word(WIRE_BYTES)
  const tail = '000000' + SUFFIX
  return (wireHex) => head + wireHex + tail
}
