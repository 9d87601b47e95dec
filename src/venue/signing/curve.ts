/**
 * secp256k1 in WebAssembly: deterministic signatures (RFC 6979, low s) and addresses. Keys are never kept here. Only the
 * library's curve is loaded: the whole of it takes a fifth of a second at every start.
 */
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'
import { toHex } from './bytes.ts'
import { keccak } from './keccak.ts'

/** It holds no key and no state but what blinds it, and takes a fiftieth of a second to make. */
let compiled: ReturnType<typeof instantiateSecp256k1> | null = null

export type Curve = {
  /** r, s and v (27 or 28): 65 bytes. */
  sign(key: Uint8Array, digest: Uint8Array): Uint8Array
  /** Checksummed address of a private key. */
  address(key: Uint8Array): string
  /** True if the bytes are a private key of the curve. */
  isKey(key: Uint8Array): boolean
}

/**
 * Compiles the curve, once in a process.
 *
 * @param seed  32 random bytes that blind its computations; those of the first call do
 */
export async function createCurve(seed: Uint8Array): Promise<Curve> {
  compiled ??= instantiateSecp256k1(seed)
  const secp256k1 = await compiled
  return {
    sign(key, digest) {
      const signed = secp256k1.signMessageHashRecoverableCompact(key, digest)
      if (typeof signed === 'string') throw new Error('the key does not sign')
      const signature = new Uint8Array(65)
      signature.set(signed.signature)
      signature[64] = 27 + signed.recoveryId
      return signature
    },
    address(key) {
      const point = secp256k1.derivePublicKeyUncompressed(key)
      if (typeof point === 'string') throw new Error('not a private key')
      return checksumAddress(toHex(keccak(point.subarray(1)).subarray(12)))
    },
    isKey: (key) => key.length === 32 && secp256k1.validatePrivateKey(key),
  }
}

/** The mixed-case form of an address, whose case is a checksum. Takes any case, with or without 0x. */
export function checksumAddress(address: string): string {
  const digits = address.replace(/^0x/i, '').toLowerCase()
  const hash = toHex(keccak(new TextEncoder().encode(digits)))
  const cased = Array.from(digits, (digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
