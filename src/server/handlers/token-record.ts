/** Audit row and notification of a token's events: made, ended (INV-59). */
import { instant } from '#contract/codec/fields.ts'
import { tokenCreatedDraft, tokenRevokedDraft } from '#engine/notifications/terminal-texts.ts'
import type { Engine } from '#engine/engine.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { ActiveToken, ListedToken } from '../access/tokens.ts'

export function createTokenRecord(parts: {
  readonly engine: Pick<Engine, 'audit' | 'notifications'>
  readonly random: Random
  readonly log: Log
}) {
  const { log, engine } = parts

  function append(action: AuditAction, token: ActiveToken, details: AuditDetails): boolean {
    const entry = { token: token.name, token_id: token.publicId, may: token.scope, ...details }
    const clientOrderId = parts.random.uuidV7()
    const written = engine.audit.append([{ clientOrderId, kind: 'intent', action, details: entry }])
    if (!written.ok) log.error('token.unrecorded', { action, reason: written.error })
    return written.ok
  }

  return {
    /** False when the audit log does not take it: the token must not live then. */
    created(token: ListedToken, address: string): boolean {
      const isWritten = append('token_create', token, {
        expires_at: instant.encode(token.expiresAt),
        address,
      })
      if (!isWritten) return false
      log.info('token.created', { name: token.name, scope: token.scope, address })
      engine.notifications.notify(tokenCreatedDraft(token))
      return true
    },
    revoked(token: ListedToken, address: string): void {
      append('token_revoke', token, { address })
      log.info('token.revoked', { name: token.name, address })
      engine.notifications.notify(tokenRevokedDraft(token))
    },
  }
}

export type TokenRecord = ReturnType<typeof createTokenRecord>
