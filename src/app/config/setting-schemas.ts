/** Accepted values of each kind of environment setting. A message names the rule and never holds the value. */
import { Buffer } from 'node:buffer'
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseMicros, ZERO, type Micros } from '#core/money.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { networksIn } from '#server/access/callers.ts'
import { parsePasswordHash, type PasswordHashFault } from '#server/access/password.ts'
import { isLoopback } from '#venue/profile.ts'
import { parseFaultPoints, type FaultPoint } from '../process/points.ts'

/** Reads the text of a setting. */
export type SettingSchema<Value> = z.ZodType<Value, string>

export type ListenAddress = {
  /** IP literal without brackets, or `localhost`. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

function parsed<Value>(parse: (text: string) => Result<Value, string>): SettingSchema<Value> {
  return z.string().transform((text, context) => {
    const read = parse(text)
    if (read.ok) return read.value
    context.addIssue({ code: 'custom', message: read.error })
    return z.NEVER
  })
}

/** Any text. */
export const anyText: SettingSchema<string> = z.string()

/** Text of a shape. */
function shaped(shape: RegExp, rule: string): SettingSchema<string> {
  return z.string().regex(shape, rule)
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  ...words: Words
): SettingSchema<Words[number]> {
  const known: readonly Words[number][] = words
  return parsed((text) => {
    const word = known.find((one) => one === text)
    return word === undefined ? err(`must be ${words.join(' or ')}`) : ok(word)
  })
}

/** Two words, the first of which means yes. */
export function flag(yes: string, no: string): SettingSchema<boolean> {
  return parsed((text) => (text === yes || text === no ? ok(text === yes) : err(`must be ${yes} or ${no}`)))
}

/** A whole number within bounds. */
export function count(from: number, to: number): SettingSchema<number> {
  return parsed((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= from && value <= to ? ok(value) : err(`must be a whole number from ${from} to ${to}`)
  })
}

/** A whole number within bounds, or `off`, which is null. */
export function countOrOff(from: number, to: number): SettingSchema<number | null> {
  return parsed((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (text === 'off') return ok(null)
    return value >= from && value <= to
      ? ok(value)
      : err(`must be off, or a whole number from ${from} to ${to}`)
  })
}

/** A positive amount in pUSD. */
export const amount: SettingSchema<Micros> = parsed(readAmount)

/** The same; 0 for none. */
export const amountOrNone: SettingSchema<Micros> = parsed((text) =>
  text === '0' ? ok(ZERO) : readAmount(text),
)

function readAmount(text: string): Result<Micros, string> {
  const read = parseMicros(text)
  if (read.ok && read.value > 0n) return ok(read.value)
  return err('must be a positive amount in pUSD with at most 6 decimals')
}

export const address: SettingSchema<string> = shaped(/^0x[0-9a-f]{40}$/i, 'must be 0x and 40 hex digits')

export const botToken: SettingSchema<string> = shaped(
  /^\d+:[A-Za-z0-9_-]{30,100}$/,
  'must be digits, a colon, then 30 to 100 letters, digits, underscores or hyphens',
)

export const chatId: SettingSchema<string> = shaped(/^-?[1-9]\d{0,19}$/, 'must be a number (not a name)')

export const privateKey: SettingSchema<Uint8Array> = parsed((text) => {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(text) ?? []
  return digits === undefined
    ? err('must be 64 hex digits, with or without 0x')
    : ok(Buffer.from(digits, 'hex'))
})

export const base64: SettingSchema<string> = parsed((text) =>
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && text.replaceAll('=', '').length % 4 !== 1
    ? ok(text)
    : err('must be base64 text (standard or URL-safe)'),
)

/** An IP address or `localhost`, and a port. */
export const listenAddress: SettingSchema<ListenAddress> = parsed((text) => {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text)
  const host = match?.[1] ?? match?.[2] ?? ''
  const port = Number(match?.[3])
  const isLiteral = match?.[1] === undefined ? isIP(host) === 4 || host === 'localhost' : isIP(host) === 6
  return isLiteral && port <= 65_535
    ? ok({ host, port })
    : err('must be an IP address, a colon and a port, such as 127.0.0.1:8080')
})

/** Labels without a hyphen at either end; each part can match in one way only, so that no text takes long. */
const HOST_NAME =
  /^(?!.*(?:\.[.-]|-\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i

const listOf = (text: string): readonly string[] => text.split(',').map((one) => one.trim())

export const hostNames: SettingSchema<readonly string[]> = parsed((text) => {
  const names = listOf(text)
  return names.every((name) => HOST_NAME.test(name))
    ? ok(names)
    : err('must be host names, each with or without a port, separated by commas')
})

export const networks: SettingSchema<readonly string[]> = parsed((text) => {
  const list = listOf(text)
  return networksIn(list) === null
    ? err('must be IP addresses or networks such as 10.88.0.0/16, separated by commas')
    : ok(list)
})

/** An address that is encrypted, or on this host. */
export function url(protocol: 'http' | 'ws'): SettingSchema<string> {
  return parsed((text) => {
    if (!URL.canParse(text)) return err('is not a URL')
    const { protocol: own, hostname, username, password } = new URL(text)
    const isLocal = own === `${protocol}:` && isLoopback(hostname)
    if (own !== `${protocol}s:` && !isLocal) return err(`must be ${protocol}s, or ${protocol} on this host`)
    if (username !== '' || password !== '') return err('must not hold a user or password')
    return text.includes('#') ? err('must not hold a fragment') : ok(text)
  })
}

const HASH_FAULTS: Record<PasswordHashFault, string> = {
  not_argon2id: 'must be an argon2id hash in PHC form: make one with `sesame hash-password`',
  malformed: 'is not a whole argon2id PHC string (were its $ signs lost? quote it with single quotes)',
  too_weak: 'has too little memory or too few passes: make one with `sesame hash-password`',
  too_costly: 'asks for more memory, passes or lanes than the terminal allows',
}

export const passwordHash: SettingSchema<string> = parsed((text) => {
  const hash = parsePasswordHash(text)
  return hash.ok ? ok(text) : err(HASH_FAULTS[hash.error])
})

const MIN_SECRET_BYTES = 32
const MIN_DISTINCT_BYTES = 16

export const sessionSecret: SettingSchema<Uint8Array> = parsed((text) => {
  const secret = decoded(text)
  if (secret === null) return err('must be hex or base64 text')
  if (secret.length < MIN_SECRET_BYTES) return err(`must hold at least ${MIN_SECRET_BYTES} bytes`)
  return new Set(secret).size < MIN_DISTINCT_BYTES
    ? err('is not random: make one with `openssl rand -base64 32`')
    : ok(secret)
})

/** Hex when every character is a hex digit, base64 (standard or URL-safe, padding optional) otherwise. */
function decoded(text: string): Uint8Array | null {
  if (/^([0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex')
  const unpadded = text.replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/_-]+$/.test(unpadded) || unpadded.length % 4 === 1) return null
  return Buffer.from(unpadded.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
}

export const faultPoints: SettingSchema<readonly FaultPoint[]> = parsed(parseFaultPoints)
