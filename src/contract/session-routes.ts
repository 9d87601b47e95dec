/** Login and sessions in the route table (API-2). */
import { PATHS } from './paths.ts'
import {
  empty,
  endSessionBody,
  loginBody,
  passwordBody,
  session,
  sessionList,
  sessionParams,
  sessionsEnded,
} from './session.ts'
import { pagesQuery } from './values.ts'

export const sessionRoutes = {
  login: {
    ...PATHS.login,
    auth: 'none',
    summary: "Log in with the password, or with the token of a demo's link",
    body: loginBody,
    answer: session,
  },
  readSession: {
    ...PATHS.readSession,
    auth: 'session',
    summary: 'The current session',
    answer: session,
  },
  logout: {
    ...PATHS.logout,
    auth: 'session',
    summary: 'Log out; disarms if it has armed or its page was open',
    body: empty,
  },
  listSessions: {
    ...PATHS.listSessions,
    auth: 'session',
    summary: 'Who is logged in, newest login first',
    query: pagesQuery,
    answer: sessionList,
  },
  endSession: {
    ...PATHS.endSession,
    auth: 'session',
    summary: 'End a session, with the password unless it is the own one; disarms',
    params: sessionParams,
    body: endSessionBody,
  },
  endOtherSessions: {
    ...PATHS.endOtherSessions,
    auth: 'session',
    summary: 'End all sessions but the one that asks, with the password; disarms when there were any',
    body: passwordBody,
    answer: sessionsEnded,
  },
} as const
