/** Tokens of programs (API-11): made with the password, listed, ended. None of it disarms: a program is not the trader. */
import { LONGEST_TOKEN_MS, MOST_TOKENS } from '#contract/token-scopes.ts'
import { instant } from '#contract/codec/fields.ts'
import { tokenCreatedDraft, tokenRevokedDraft } from '#engine/notifications/terminal-texts.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditAction, AuditDetails } from '#ports/audit-log.ts'
import type { ListedToken } from '../access/tokens.ts'
import { STORAGE_REFUSED } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

export function tokenHandlers(services: Services) {
  const { tokens, clock, engine, log } = services

  /** An audit row of what became of a token (INV-59). False when the log does not take it. */
  function record(action: AuditAction, token: ListedToken, details: AuditDetails): boolean {
    const entry = { token: token.name, token_id: token.publicId, may: token.scope, ...details }
    const clientOrderId = services.random.uuidV7()
    const written = engine.audit.append([{ clientOrderId, kind: 'intent', action, details: entry }])
    if (!written.ok) log.error('token.unrecorded', { action, reason: written.error })
    return written.ok
  }

  const listed = (token: ListedToken) => ({ ...token, connections: services.countTabs(token.id) })

  return {
    listTokens: () => ok({ items: tokens.list().map(listed) }),

    async createToken({ body }, call) {
      const checked = await services.checkPassword(call, body.password)
      if (!checked.ok) return checked
      const lastsMs = body.expires_at - clock.now()
      if (lastsMs <= 0 || lastsMs > LONGEST_TOKEN_MS)
        return err(invalidRequest([{ path: 'expires_at', message: 'must be within the next 366 days' }]))
      const { name, scope, expires_at: expiresAt } = body
      const created = tokens.create({ name, scope, expiresAt })
      if (!created.ok) {
        switch (created.error) {
          case 'name_taken':
            return err(invalidRequest([{ path: 'name', message: 'is the name of another token' }]))
          case 'too_many':
            return err({ code: 'too_many_tokens', detail: `At most ${MOST_TOKENS}: revoke one first.` })
          case 'storage_refused':
            return err(STORAGE_REFUSED)
        }
      }
      const { text, token } = created.value
      const { address } = call
      if (!record('token_create', token, { expires_at: instant.encode(token.expiresAt), address })) {
        tokens.revoke(token.id)
        return err(STORAGE_REFUSED)
      }
      log.info('token.created', { name, scope, address })
      engine.notifications.notify(tokenCreatedDraft(token))
      return ok({ token: text, ...listed(token) })
    },

    revokeToken({ params }, call) {
      const found = tokens.list().find(({ publicId }) => publicId === params.token_id)
      if (found === undefined) return err(notFound('token'))
      const revoked = tokens.revoke(found.id)
      services.closeTabs(found.id)
      record('token_revoke', found, { address: call.address })
      log.info('token.revoked', { name: found.name, address: call.address })
      engine.notifications.notify(tokenRevokedDraft(found))
      return revoked.ok ? ok(undefined) : err(STILL_ON_DISK)
    },
  } satisfies Partial<Handlers>
}

const STILL_ON_DISK = {
  code: 'storage_refused',
  detail:
    'The token is revoked, but the disk refused the row: if the terminal stopped now, the token would be valid again. Free disk space or fix the disk; it is retried every minute.',
} as const
