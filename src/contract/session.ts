/** Requests for login and sessions (API-2). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import * as records from './records/session.ts'
import { own } from './route.ts'
import { pagesQuery } from './values.ts'

export const passwordBody = z
  .strictObject({ password: z.string().min(1).max(1024).describe('Of the terminal') })
  .meta({ id: 'PasswordBody' })

/** The password, or the token of the link that a demo prints at its start: it logs in once, within five minutes. */
const loginBody = z
  .union([
    z.strictObject({ password: z.string().min(1).max(1024).describe('Of the terminal') }),
    z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'must be the token of a link') }),
  ])
  .meta({ id: 'LoginBody' })

/** The own session ends without it, as by a logout. */
const endSessionBody = z
  .strictObject({ password: z.string().min(1).max(1024).optional().describe('Not for the own one') })
  .meta({ id: 'EndSessionBody' })

const sessionParams = z.strictObject({ session_id: schemaOf(records.sessionName) })

export const empty = z.strictObject({}).meta({ id: 'Empty' })

export const sessionRoutes = {
  login: {
    auth: 'none',
    summary: "Log in with the password, or with the token of a demo's link",
    body: loginBody,
    answer: records.session,
  },
  readSession: own('The current session', { answer: records.session }),
  logout: own('Log out; goes SAFE, whichever session armed', { body: empty }),
  listSessions: own('Who is logged in, newest login first', {
    query: pagesQuery,
    answer: records.sessionList,
  }),
  endSession: own('End a session; needs the password unless it is your own; goes SAFE', {
    params: sessionParams,
    body: endSessionBody,
  }),
  endOtherSessions: own('End all other sessions, with the password; goes SAFE if there were any', {
    body: passwordBody,
    answer: records.sessionsEnded,
  }),
} as const
