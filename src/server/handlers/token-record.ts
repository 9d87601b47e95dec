/** Audit row and notification of a token's events: made, ended, used from a new address (INV-59). */
import { instant } from '#contract/codec/fields.ts'
import {
  newTokenAddressDraft,
  tokenCreatedDraft,
  tokenRevokedDraft,
} from '#engine/notifications/token-texts.ts'
import type { Engine } from '#engine/engine.ts'
import { err } from '#lib/result.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { networkOf } from '../access/callers.ts'
import type { ActiveToken, ListedToken, Tokens } from '../access/tokens.ts'
import { createRateLimit } from '../http/rate-limit.ts'

/** Limit of one token: a thief with many addresses fills neither the log nor the page. */
const NEW_ADDRESSES_PER_HOUR = 10

export type TokenRecord = {
  /** False when the audit log does not take it: the token must not live then. */
  created(token: ListedToken, address: string): boolean
  revoked(token: ListedToken, address: string): void
  /** Called after each use: the first from an address is notified. */
  used(token: ActiveToken, address: string): void
}

export function createTokenRecord(parts: {
  readonly engine: Pick<Engine, 'audit' | 'notifications'> | null
  readonly tokens: Pick<Tokens, 'isNewAddress'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}): TokenRecord {
  const { log, engine } = parts
  const addresses = createRateLimit(NEW_ADDRESSES_PER_HOUR, 3_600_000, parts.clock)

  function append(action: AuditAction, token: ActiveToken, details: AuditDetails): boolean {
    const entry = { token: token.name, token_id: token.publicId, may: token.scope, ...details }
    const clientOrderId = parts.random.uuidV7()
    const written =
      engine === null
        ? err('storage_refused')
        : engine.audit.append([{ clientOrderId, kind: 'intent', action, details: entry }])
    if (!written.ok) log.error('token.unrecorded', { action, reason: written.error })
    return written.ok
  }

  return {
    created(token, address) {
      const isWritten = append('token_create', token, {
        expires_at: instant.encode(token.expiresAt),
        address,
      })
      if (!isWritten) return false
      log.info('token.created', { name: token.name, scope: token.scope, address })
      engine?.notifications.notify(tokenCreatedDraft(token))
      return true
    },
    revoked(token, address) {
      append('token_revoke', token, { address })
      log.info('token.revoked', { name: token.name, address })
      engine?.notifications.notify(tokenRevokedDraft(token))
    },
    used(token, address) {
      const network = networkOf(address)
      if (!parts.tokens.isNewAddress(token.id, network) || addresses.take(token.id) > 0) return
      append('token_address', token, { address: network })
      log.info('token.new_address', { name: token.name, address })
      engine?.notifications.notify(newTokenAddressDraft(token, network))
    },
  }
}
