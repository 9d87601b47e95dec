/** Sessions and liveness (API-2). */
import { as, matching, record, says } from '../codec/codec.ts'
import { flag, instant, integer, oneOf, text } from '../codec/fields.ts'
import { page } from './lists.ts'

export const session = record('Session', {
  csrfToken: says(text, 'Sent back as X-CSRF-Token with what changes something'),
  expiresAt: says(instant, 'When it ends at the latest'),
})

export const sessionName = matching(
  /^[\w-]{43}$/,
  'must be an id as the list of sessions names it',
  'SessionId',
)

/** The id names a session and opens none: it is neither the token nor what is stored of it. */
const sessionEntry = record('SessionEntry', {
  publicId: as('id', says(sessionName, 'Names the session; opens nothing')),
  current: says(flag, 'It is the one that asks'),
  createdAt: says(instant, 'When it logged in'),
  lastUsedAt: says(instant, 'When it last asked for something'),
  expiresAt: says(instant, 'When it ends at the latest'),
  tabs: says(integer, 'Pages that are connected now'),
})

export const sessionList = page(null, sessionEntry, {})

export const sessionsEnded = record('SessionsEnded', { ended: says(integer, 'Sessions that were ended') })

export const health = record('Health', {
  status: says(oneOf(['ok', 'degraded']), 'degraded: something of it does not work'),
})
