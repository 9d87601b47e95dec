/**
 * The key that seals the noted heads of the audit chain, derived from SESSION_SECRET: who can write to the data
 * directory but does not know the secret cannot note a head.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Buffer } from 'node:buffer'

const ID_DIGITS = 16

/** @param secret  the bytes of SESSION_SECRET */
export function createHeadKey(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'sesame audit heads v1', 32))
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return {
    /** Distinguishes heads of another key from changed heads; reveals nothing about the key. */
    id: sign('id').slice(0, ID_DIGITS),
    sign,
    isSigned: (text: string, mac: string): boolean => {
      const [wanted, given] = [Buffer.from(sign(text)), Buffer.from(mac)]
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}

export type HeadKey = ReturnType<typeof createHeadKey>
