/** L1: the one signature that creates or derives API credentials (VEN-3). */
import { createWords, fromHex, putBytes, putUint, toHex, utf8 } from '../signing/bytes.ts'
import type { Curve } from '../signing/curve.ts'
import { domainSeparator, typedDataDigest } from '../signing/domains.ts'
import { keccak } from '../signing/keccak.ts'

const AUTH_TYPE = 'ClobAuth(address address,string timestamp,uint256 nonce,string message)'
const MESSAGE = 'This message attests that I control the given wallet'

/** Names and values of the headers of one L1 call, in the order in which they are sent. */
export type AuthHeaders = readonly (readonly [name: string, value: string])[]

export type L1Signer = (timestampSeconds: string, nonce: bigint) => AuthHeaders

/** The key signs with its own address, a session key too. */
export function createL1Signer(parts: {
  readonly curve: Curve
  readonly key: Uint8Array
  readonly domainName: string
  readonly chainId: number
  readonly headerPrefix: string
}): L1Signer {
  const { curve, key, headerPrefix } = parts
  const separator = domainSeparator({ name: parts.domainName, version: '1', chainId: parts.chainId })
  const typeHash = keccak(utf8(AUTH_TYPE))
  const messageHash = keccak(utf8(MESSAGE))
  const address = curve.address(key)
  return (timestamp, nonce) => {
    const words = createWords(5)
    putBytes(words, 0, typeHash)
    putBytes(words, 1, fromHex(address))
    putBytes(words, 2, keccak(utf8(timestamp)))
    putUint(words, 3, nonce)
    putBytes(words, 4, messageHash)
    const digest = typedDataDigest(separator, keccak(words.bytes))
    return [
      [`${headerPrefix}_ADDRESS`, address],
      [`${headerPrefix}_SIGNATURE`, `0x${toHex(curve.sign(key, digest))}`],
      [`${headerPrefix}_TIMESTAMP`, timestamp],
      [`${headerPrefix}_NONCE`, nonce.toString()],
    ]
  }
}
