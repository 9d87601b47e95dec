/** Login and sessions in the route table (API-2). */
import { own } from './route.ts'
import { session, sessionList, sessionsEnded } from './records/session.ts'
import { empty, endSessionBody, loginBody, passwordBody, sessionParams } from './session.ts'
import { pagesQuery } from './values.ts'

export const sessionRoutes = {
  login: {
    auth: 'none',
    summary: "Log in with the password, or with the token of a demo's link",
    body: loginBody,
    answer: session,
  },
  readSession: own('The current session', { answer: session }),
  logout: own('Log out; disarms, whichever session has armed', { body: empty }),
  listSessions: own('Who is logged in, newest login first', { query: pagesQuery, answer: sessionList }),
  endSession: own('End a session, with the password unless it is the own one; disarms', {
    params: sessionParams,
    body: endSessionBody,
  }),
  endOtherSessions: own(
    'End all sessions but the one that asks, with the password; disarms when there were any',
    { body: passwordBody, answer: sessionsEnded },
  ),
} as const
