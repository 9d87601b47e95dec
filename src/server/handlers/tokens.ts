/** Tokens of programs (API-11): made with the password, listed, ended. None of it disarms: a program is not the trader. */
import { LONGEST_TOKEN_MS, MOST_TOKENS } from '#contract/token-scopes.ts'
import { err, ok } from '#lib/result.ts'
import type { ListedToken } from '../access/tokens.ts'
import { STORAGE_REFUSED } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

export function tokenHandlers(
  services: Services,
): Pick<Handlers, 'listTokens' | 'createToken' | 'revokeToken'> {
  const { tokens, tokenRecord, clock } = services

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
            return err({ code: 'too_many_tokens', detail: `At most ${MOST_TOKENS}: end one first.` })
          case 'storage_refused':
            return err(STORAGE_REFUSED)
        }
      }
      const { text, token } = created.value
      if (tokenRecord.created(token, call.address)) return ok({ token: text, ...listed(token) })
      tokens.revoke(token.id)
      return err(STORAGE_REFUSED)
    },

    revokeToken({ params }, call) {
      const found = tokens.list().find(({ publicId }) => publicId === params.token_id)
      if (found === undefined) return err(notFound('token'))
      const revoked = tokens.revoke(found.id)
      services.closeTabs(found.id)
      tokenRecord.revoked(found, call.address)
      return revoked.ok ? ok(undefined) : err(STILL_ON_DISK)
    },
  }
}

const STILL_ON_DISK = {
  code: 'storage_refused',
  detail:
    'The token has ended, but the disk did not take it: stopped now, the terminal would know it again. Free disk space or fix the disk; it is tried again each minute.',
} as const
