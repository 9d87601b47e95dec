/**
 * When a head is noted, and what of the database is noted with it. Nothing is noted before the log has verified: a seal
 * over what somebody has changed would make it look right (INV-54).
 */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { RISK_LIMITS_SETTING } from '#core/risk-limits.ts'
import type { Instant } from '#core/market.ts'
import type { Log } from '#ports/log.ts'
import { genesisHash } from './audit-chain.ts'
import { openHeads, readHeads, sealHead } from './audit-heads.ts'
import type { Heads } from './audit-heads.ts'
import type { Database } from './database.ts'
import type { HeadKey } from './head-key.ts'

/** In the database: its heads carry seals, so that a file without one was changed. */
const SEALED_SETTING = 'audit_heads'

export type HeadNotes = {
  /** Notes the newest row and the limits, synced. True also when that is noted already; false when the disk refused. */
  readonly note: (limits?: string) => boolean
  /** The log has verified: one that an earlier version left gets its first seal. */
  readonly verified: () => void
  readonly close: () => void
}

/** @param key  null where there is no SESSION_SECRET: a simulated venue */
export function createHeadNotes(parts: {
  readonly database: Database
  readonly key: HeadKey | null
  readonly now: () => Instant
  readonly log: Log
}): HeadNotes {
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
      noted = fact
      return true
    } catch (error) {
      log.error('audit.head_failed', { error: error instanceof Error ? error.message : 'unknown' })
      return false
    }
  }

  return {
    note,
    verified() {
      if (key === null || isSealedLog(sqlite)) return
      const { seq } = end()
      if (!note()) return
      markSealed(sqlite)
      if (seq > 0) log.warn('audit.heads_sealed', { rows: seq })
    },
    close: () => heads?.close(),
  }
}

/** Whether nothing has been recorded or noted yet. @throws when that cannot be read */
export function isNewLog({ sqlite, directory }: Database): boolean {
  if (sqlite.prepare('SELECT 1 FROM audit LIMIT 1').get() !== undefined || isSealedLog(sqlite)) return false
  const heads = readHeads(directory)
  return heads === 'missing' || heads.length === 0
}

/** Whether the database says that its heads carry seals. */
export function isSealedLog(sqlite: DatabaseSync): boolean {
  return sqlite.prepare('SELECT 1 FROM setting WHERE name = ?').get(SEALED_SETTING) !== undefined
}

/** From now on a heads file without a seal is one that somebody changed. */
export function markSealed(sqlite: DatabaseSync): void {
  sqlite
    .prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)')
    .run(SEALED_SETTING, JSON.stringify('sealed'))
}

/** What a head notes of the limits that the database holds. */
export function limitsDigest(sqlite: DatabaseSync): string {
  const row = sqlite.prepare('SELECT json FROM setting WHERE name = ?').get(RISK_LIMITS_SETTING)
  return row === undefined ? '-' : digestOf(String(row['json']))
}

function digestOf(limits: string): string {
  return hash('sha256', limits)
}
