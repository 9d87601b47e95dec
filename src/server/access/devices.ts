/**
 * Known devices: a browser that has logged in keeps a cookie that names it, signed under a key of its own. It opens nothing;
 * failed logins of a known device are counted for it alone, so that guessing elsewhere never keeps its owner out (INV-56).
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import { cookieNameOf, cookieValue } from './cookies.ts'

const KNOWN_MS = 90 * 24 * 3_600_000
const SHAPE = /^(?<signed>(?<id>[\w-]{22})\.(?<at>\d{1,15}))\.(?<mac>[\w-]{43})$/

/** Devices of one SESSION_SECRET. */
export function createDevices(parts: {
  readonly sessionSecret: Uint8Array
  readonly cookieSecure: boolean
  readonly cookieSuffix: string
  readonly clock: Clock
  readonly random: Random
}) {
  const { clock, random } = parts
  const key = Buffer.from(hkdfSync('sha256', parts.sessionSecret, new Uint8Array(), 'sesame device v1', 32))
  const name = cookieNameOf('device', parts)
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    /** The device that the request's cookie names; null when it names none, or not any more. */
    idOf(cookieHeader: string | undefined): string | null {
      const {
        signed = '',
        id = '',
        at,
        mac = '',
      } = SHAPE.exec(cookieValue(cookieHeader, name) ?? '')?.groups ?? {}
      if (at === undefined || clock.now() - Number(at) >= KNOWN_MS) return null
      return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(signed)) ? id : null
    },
    /** `Set-Cookie` that makes a device known for 90 days from now; null makes a new one. */
    cookie(id: string | null): string {
      const signed = `${id ?? Buffer.from(random.bytes(16)).toString('base64url')}.${clock.now()}`
      const secure = parts.cookieSecure ? '; Secure' : ''
      const value = `${signed}.${macOf(signed).toString('base64url')}`
      return `${name}=${value}; HttpOnly; SameSite=Strict; Path=/${secure}; Max-Age=${KNOWN_MS / 1000}`
    },
  }
}

export type Devices = ReturnType<typeof createDevices>
