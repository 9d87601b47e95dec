/** Login, logout, session, liveness (API-2). */
import type { CoreAnswer } from '#contract/routes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Problem } from '../http/replies.ts'
import type { ActiveSession } from '../access/session.ts'
import { mapped, newestPage } from '../http/cursors.ts'
import type { Call } from './call.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

/** A login gets a new token whatever cookie came with it, and ends the session that the cookie named (INV-42). */
export function sessionHandlers(services: Services) {
  const { engine, sessions, csrf, devices } = services

  const view = (session: ActiveSession): CoreAnswer<'readSession'> => ({
    csrfToken: csrf.token(session.id),
    expiresAt: session.expiresAt,
  })

  function takeLink(token: string): Result<null, Problem> {
    return services.loginLink?.take(token) === true ? ok(null) : err(USED_LINK)
  }

  function endSession(id: string): void {
    sessions.end(id)
    services.closeTabs(id)
  }

  /** Whoever ends sessions may not know which of them has armed: SAFE is right whichever it was (SEC-3). */
  function endByHand(ids: readonly string[], call: Call): void {
    for (const id of ids) endSession(id)
    services.log.info('session.ended', { address: call.address, count: ids.length })
    engine.trading.disarm('logout')
    if (call.session === null || !ids.includes(call.session.id)) return
    call.header('Set-Cookie', sessions.cookie(''))
    call.header('Clear-Site-Data', '"cache", "storage"')
  }

  return {
    health: () => ok({ status: engine.status.health() }),

    async login({ body }, call) {
      const checked =
        'token' in body ? takeLink(body.token) : await services.checkPassword(call, body.password)
      if (!checked.ok) return checked
      const before = sessions.tokenOf(call.cookieHeader)
      const replaced = before === null ? null : sessions.use(before)
      if (replaced !== null) endSession(replaced.id)
      const { token, session } = sessions.open()
      call.header('Set-Cookie', [sessions.cookie(token), devices.cookie(devices.idOf(call.cookieHeader))])
      services.log.info('login.accepted', { address: call.address })
      return ok(view(session))
    },

    readSession: (_input, { session }) => (session === null ? err(NO_SESSION) : ok(view(session))),

    logout(_input, call) {
      if (call.session === null) return err(NO_SESSION)
      endByHand([call.session.id], call)
      return ok(undefined)
    },

    listSessions({ query }, { session }) {
      const page = newestPage(sessions.list(), (one) => [one.createdAt, one.publicId], query)
      return mapped(page, (one) => ({
        ...one,
        current: one.id === session?.id,
        tabs: services.countTabs(one.id),
      }))
    },

    async endSession({ params, body }, call) {
      const found = sessions.list().find(({ publicId }) => publicId === params.session_id)
      if (found === undefined) return err(notFound('session'))
      if (found.id !== call.session?.id) {
        if (body.password === undefined) return err(PASSWORD_REQUIRED)
        const checked = await services.checkPassword(call, body.password)
        if (!checked.ok) return checked
      }
      endByHand([found.id], call)
      return ok(undefined)
    },

    async endOtherSessions({ body }, call) {
      const checked = await services.checkPassword(call, body.password)
      if (!checked.ok) return checked
      const others = sessions.list().flatMap(({ id }) => (id === call.session?.id ? [] : id))
      if (others.length > 0) endByHand(others, call)
      return ok({ ended: others.length })
    },
  } satisfies Partial<Handlers>
}

const USED_LINK: Problem = {
  code: 'bad_login_link',
  detail: 'This link was used or has expired. Log in with the password.',
}

const PASSWORD_REQUIRED: Problem = {
  code: 'password_required',
  detail: 'Ending a session other than your own needs the password.',
}

/** The problem of a request without a living session. */
export const NO_SESSION: Problem = { code: 'no_session', detail: 'Log in first.' }
