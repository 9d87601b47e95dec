/**
 * When a head is noted, and what of the database is noted with it. Nothing is noted before the log has verified: a seal
 * over what somebody has changed would make it look right (INV-54).
 */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { wordsOf } from '#lib/result.ts'
import { RISK_LIMITS_SETTING } from '#core/risk-limits.ts'
import type { Instant } from '#core/market/market.ts'
import type { Log } from '#ports/log.ts'
import { genesisHash } from './audit-chain.ts'
import { openHeads, readHeads, sealHead, type Head, type Heads } from './audit-heads.ts'
import type { Database } from './database.ts'
import type { HeadKey } from './head-key.ts'

/** In the database: the newest head, sealed as such. Who cuts rows and heads alike cannot make an older one. */
const NEWEST_SETTING = 'audit_newest_head'

/** @param key  null where there is no SESSION_SECRET: a simulated venue */
export function createHeadNotes(parts: {
  readonly database: Database
  readonly key: HeadKey | null
  readonly now: () => Instant
  readonly log: Log
  readonly point?: (name: string) => void
}) {
  const { database, key, now, log } = parts
  const { sqlite, directory, installId } = database
  const last = sqlite.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
  let heads: Heads | null = null
  let noted = ''

  function end(): { readonly seq: number; readonly hash: string } {
    const row = last.get() as { readonly seq: number; readonly hash: string } | undefined
    return row ?? { seq: 0, hash: genesisHash(installId) }
  }

  function note(limits?: string): boolean {
    try {
      const { seq, hash: rowHash } = end()
      const digest = limits === undefined ? limitsDigest(sqlite) : digestOf(limits)
      const fact = `${seq} ${rowHash} ${key === null ? '' : digest}`
      if (fact === noted && (limits === undefined || key === null)) return true
      heads ??= openHeads(directory)
      heads.append(sealHead({ seq, hash: rowHash, at: now() }, digest, { key, installId }))
      parts.point?.('audit.head.write')
      if (key !== null) storeNewest(sqlite, { seq, hash: rowHash }, { key, installId })
      noted = fact
      return true
    } catch (error) {
      log.error('audit.head_failed', { error: wordsOf(error) })
      return false
    }
  }

  return {
    /** The newest row, or what the first one follows. */
    end,
    /** Notes the newest row and the limits, synced. True also when that is noted already; false when the disk refused. */
    note,
    /** The log has verified: heads of an earlier version get their first seal. */
    verified(): void {
      if (key === null || isSealedLog(sqlite)) return
      const { seq } = end()
      if (note() && seq > 0) log.warn('audit.heads_sealed', { rows: seq })
    },
    close: (): void => heads?.close(),
  }
}

/** True if nothing has been recorded or noted yet. @throws when that cannot be read */
export function isNewLog({ sqlite, directory }: Database): boolean {
  if (sqlite.prepare('SELECT 1 FROM audit LIMIT 1').get() !== undefined || isSealedLog(sqlite)) return false
  const heads = readHeads(directory)
  return heads === 'missing' || heads.length === 0
}

/** True if the database records that its heads have seals: then a file without one was changed. */
export function isSealedLog(sqlite: DatabaseSync): boolean {
  return newestText(sqlite) !== null
}

type NewestHead = Pick<Head, 'seq' | 'hash'>

/** Keeps the newest head in the database, in place of the one before. */
export function storeNewest(
  sqlite: DatabaseSync,
  { seq, hash: rowHash }: NewestHead,
  { key, installId }: { readonly key: HeadKey; readonly installId: string },
): void {
  const mac = key.sign(newestSigned({ seq, hash: rowHash }, installId))
  sqlite
    .prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)')
    .run(NEWEST_SETTING, JSON.stringify(`${seq} ${rowHash} ${mac}`))
}

/** The newest head that the database holds, and whether it is this key's; null when it holds none that can be read. */
export function readNewest(
  sqlite: DatabaseSync,
  { key, installId }: { readonly key: HeadKey | null; readonly installId: string },
): { readonly head: NewestHead; readonly isOurs: boolean } | null {
  const match = /^"(\d{1,16}) ([0-9a-f]{64}) ([0-9a-f]{64})"$/.exec(newestText(sqlite) ?? '')
  if (match === null) return null
  const head = { seq: Number(match[1]), hash: match[2] ?? '' }
  return { head, isOurs: key?.isSigned(newestSigned(head, installId), match[3] ?? '') === true }
}

function newestText(sqlite: DatabaseSync): string | null {
  const row = sqlite.prepare('SELECT json FROM setting WHERE name = ?').get(NEWEST_SETTING)
  return row === undefined ? null : String(row['json'])
}

function newestSigned({ seq, hash: rowHash }: NewestHead, installId: string): string {
  return `newest ${installId} ${seq} ${rowHash}`
}

/** Digest of the database's limits in a head. */
export function limitsDigest(sqlite: DatabaseSync): string {
  const row = sqlite.prepare('SELECT json FROM setting WHERE name = ?').get(RISK_LIMITS_SETTING)
  return row === undefined ? '-' : digestOf(String(row['json']))
}

function digestOf(limits: string): string {
  return hash('sha256', limits)
}
