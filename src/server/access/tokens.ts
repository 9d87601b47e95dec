/**
 * Tokens of programs: 256 random bits each, of which only a keyed hash is kept. The key is made of SESSION_SECRET and the
 * password's hash, so that a change of either ends them all, and a row that somebody adds to the database opens nothing
 * (INV-59). What is kept is one setting: all of it is written, or nothing.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { MOST_TOKENS, SCOPES, type Scope } from '#contract/token-scopes.ts'
import type { Instant } from '#core/market/market.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { TOKENS_SETTING, type SettingsStore, type StorageRefused } from '#ports/stores.ts'

const PREFIX = 'sesame_'
const SHAPE = /^sesame_[\w-]{43}$/
const PERSIST_EVERY_MS = 60_000

export type ActiveToken = {
  /** Names it inside the program as an owner of WebSockets and of rate limits; no session has such an id. */
  readonly id: string
  readonly publicId: string
  readonly name: string
  readonly scope: Scope
  readonly expiresAt: Instant
}

export type ListedToken = ActiveToken & {
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
}

const stored = z.strictObject({
  /** Fingerprint of the key that made the hashes. */
  fingerprint: z.string(),
  tokens: z.array(
    z.object({
      id: z.string(),
      hash: z.string(),
      name: z.string(),
      scope: z.enum(SCOPES),
      created_at: z.number(),
      expires_at: z.number(),
      last_used_at: z.number().nullable(),
    }),
  ),
})

type Row = z.output<typeof stored>['tokens'][number]
type Kept = Omit<Row, 'last_used_at'> & { last_used_at: Instant | null }

/** True if one scope includes the other. */
export function isWithin(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(needed) <= SCOPES.indexOf(scope)
}

/** True if an id is that of a token. */
export function isTokenId(id: string): boolean {
  return id.startsWith('token ')
}

/** Reads what is kept; from then on it is in memory, and written through. */
export function createTokens(parts: {
  readonly store: SettingsStore
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly sessionSecret: Uint8Array
  readonly passwordHashText: string
}) {
  const { store, clock } = parts
  const key = Buffer.from(
    hkdfSync('sha256', parts.sessionSecret, parts.passwordHashText, 'sesame token v1', 32),
  )
  const mac = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  const fingerprint = mac('')
  const began = { wall: clock.now(), monotonic: clock.monotonic() }
  const byHash = new Map<string, Kept>(readKept(parts, fingerprint).map((row) => [row.hash, { ...row }]))
  /** The disk lags behind memory: it is written each minute, and at the end. */
  let isBehind = false

  /** Setting the clock back prolongs none. */
  function isOver({ expires_at: expiresAt }: Row): boolean {
    return Math.max(clock.now(), began.wall + clock.monotonic() - began.monotonic) >= expiresAt
  }

  function write(): Result<void, StorageRefused> {
    const tokens = [...byHash.values()]
    const written = store.write(TOKENS_SETTING, JSON.stringify({ fingerprint, tokens }))
    isBehind = !written.ok
    return written
  }

  function living(): readonly Kept[] {
    for (const row of byHash.values()) {
      if (!isOver(row)) continue
      byHash.delete(row.hash)
      isBehind = true
    }
    return [...byHash.values()]
  }

  const find = (id: string): Kept | null => living().find((row) => idOf(row) === id) ?? null

  const stopSweeping = clock.every(PERSIST_EVERY_MS, () => {
    living()
    if (isBehind) write()
  })

  return {
    /** `name_taken`: another living token has it. */
    create({
      name,
      scope,
      expiresAt,
    }: {
      readonly name: string
      readonly scope: Scope
      readonly expiresAt: Instant
    }): Result<
      { readonly text: string; readonly token: ListedToken },
      'name_taken' | 'too_many' | StorageRefused
    > {
      const others = living()
      if (others.length >= MOST_TOKENS) return err('too_many')
      if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) return err('name_taken')
      const text = `${PREFIX}${Buffer.from(parts.random.bytes(32)).toString('base64url')}`
      const row: Kept = {
        id: parts.random.uuidV7(),
        hash: mac(text),
        name,
        scope,
        created_at: clock.now(),
        expires_at: expiresAt,
        last_used_at: null,
      }
      byHash.set(row.hash, row)
      const written = write()
      if (written.ok) return ok({ text, token: listed(row) })
      byHash.delete(row.hash)
      return written
    },
    /** The token behind a text, counted as used now; null when there is none or it has ended. */
    use(text: string): ActiveToken | null {
      const row = SHAPE.test(text) ? byHash.get(mac(text)) : undefined
      if (row === undefined || isOver(row)) return null
      row.last_used_at = clock.now()
      isBehind = true
      return active(row)
    },
    /** True if it still lasts; does not count as use. */
    isAlive: (id: string): boolean => find(id) !== null,
    /** `storage_refused`: it has ended in this run, and a later write tells the disk. */
    revoke(id: string): Result<void, StorageRefused> {
      const row = find(id)
      if (row !== null) byHash.delete(row.hash)
      return write()
    },
    /** All that still last, newest first. */
    list: (): readonly ListedToken[] => living().map(listed).toReversed(),
    stop(): void {
      stopSweeping()
      if (isBehind) write()
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

function idOf({ id }: Pick<Row, 'id'>): string {
  return `token ${id}`
}

function active(row: Row): ActiveToken {
  const { id: publicId, name, scope, expires_at: expiresAt } = row
  return { id: idOf(row), publicId, name, scope, expiresAt }
}

function listed(row: Row): ListedToken {
  return { ...active(row), createdAt: row.created_at, lastUsedAt: row.last_used_at }
}

/** None when they were made under another key, or cannot be read. */
function readKept(
  { store, log }: { readonly store: SettingsStore; readonly log: Log },
  fingerprint: string,
): readonly Row[] {
  const json = store.read(TOKENS_SETTING)
  if (json === null) return []
  const parsed = stored.safeParse(parsedJson(json))
  if (!parsed.success) {
    log.error('token.unreadable', {})
    return []
  }
  return parsed.data.fingerprint === fingerprint ? parsed.data.tokens : []
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
