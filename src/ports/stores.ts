/** Data on disk besides the audit log. Every write is whole or not at all. */
import type { MarketEvent, League, Tag, Team, Instant } from '#core/market/market.ts'
import type { AttachedExit } from '#core/order/attached-exit.ts'
import type { Result } from '#lib/result.ts'

export type StoredSession = {
  /** SHA-256 of the token, hex; the token itself is never stored. */
  readonly tokenHash: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
  /** Fingerprint of password hash and session secret: a change of either ends all sessions. */
  readonly secretsFingerprint: string
}

export interface SessionStore {
  put(session: StoredSession): void
  find(tokenHash: string): StoredSession | null
  all(): readonly StoredSession[]
  touch(tokenHash: string, at: Instant): void
  remove(tokenHash: string): void
  removeOlderThan(createdBefore: Instant, usedBefore: Instant): void
}

/** Prefix of a caller of login failures that is a known device or this machine. */
export const KNOWN = 'known:'

export interface LoginFailureStore {
  record(caller: string, at: Instant): void
  /** Failures after `since`, of one caller and of all that are not known, with the oldest of each (for Retry-After). */
  count(caller: string, since: Instant): { readonly count: number; readonly oldest: Instant | null }
  countUnknown(since: Instant): { readonly count: number; readonly oldest: Instant | null }
  /** Forgets all but those in between. */
  keep(from: Instant, until: Instant): void
}

/** A disk that is full, read-only or locked. */
export type StorageRefused = 'storage_refused'

/** The tokens of programs, which a restore forgets. */
export const TOKENS_SETTING = 'api_tokens'

export interface SettingsStore {
  /** JSON text under a name; null when never written. */
  read(name: string): string | null
  /** `storage_refused`: the disk did not take it, and what was kept before still is. */
  write(name: string, json: string): Result<void, StorageRefused>
}

/** History of a paper account, in order: JSON texts. */
export interface PaperJournal {
  entries(): Iterable<string>
  /** All of them or none. */
  append(entries: readonly string[]): Result<void, StorageRefused>
}

/** A cancel that waits for the venue's delay window to end (VEN-6), or for a venue that takes it. */
export type QueuedCancel = {
  /** An order, or the name of what a cancel of many means. */
  readonly orderId: string
  /** When it leaves; of many, when it was asked for. */
  readonly sendAt: Instant
}

export interface CancelQueueStore {
  /** All or none. */
  put(cancels: readonly QueuedCancel[]): void
  remove(orderId: string): void
  all(): readonly QueuedCancel[]
}

export interface AttachedExitStore {
  /** On disk when it returns; throws when the disk refuses. */
  put(exit: AttachedExit): void
  all(): readonly AttachedExit[]
  removeEndedBefore(at: Instant): void
}

export type CatalogCopy = {
  readonly events: readonly MarketEvent[]
  readonly tags: readonly Tag[]
  readonly teams: readonly Team[]
  readonly leagues: readonly League[]
  readonly savedAt: Instant
}

export interface CatalogStore {
  load(): Promise<CatalogCopy | null>
  save(copy: CatalogCopy): void
}
