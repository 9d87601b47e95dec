// The signer of a signature: 65 bytes r, s, v with v 27 or 28 and a low s; anything else has none.
import * as Secp256k1 from 'ox/Secp256k1'

import type { Hex } from './typed-data.ts'

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The lower-case address that signed `digest`, or null. */
export function recoverSigner(digest: Hex, signature: Uint8Array): string | null {
  if (signature.length !== 65) return null
  const bytes = Buffer.from(signature)
  const r: Hex = `0x${bytes.toString('hex', 0, 32)}`
  const s: Hex = `0x${bytes.toString('hex', 32, 64)}`
  const v = bytes[64]
  if ((v !== 27 && v !== 28) || BigInt(s) > HALF_ORDER) return null
  try {
    return Secp256k1.recoverAddress({ payload: digest, signature: { r, s, yParity: v - 27 } }).toLowerCase()
  } catch {
    return null
  }
}

/** Bytes of 0x hex text, or null when it is none. */
export function bytesOfHex(text: string): Buffer | null {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? Buffer.from(text.slice(2), 'hex') : null
}
