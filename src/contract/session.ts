/** Login and session (API-2). */
import { z } from 'zod'
import { listOf, time } from './values.ts'

export const passwordBody = z
  .strictObject({ password: z.string().min(1).max(1024).describe('Of the terminal') })
  .meta({ id: 'PasswordBody' })

/** The password, or the token of the link that a demo prints at its start: it logs in once, within five minutes. */
export const loginBody = z
  .union([
    z.strictObject({
      password: z.string().min(1).max(1024).describe('Of the terminal'),
      brief: z.boolean().optional().meta({
        description: 'The session ends after two minutes: for a command, which need not log out',
      }),
    }),
    z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'must be the token of a link') }),
  ])
  .meta({ id: 'LoginBody' })

/** The own session ends without it, as by a logout. */
export const endSessionBody = z
  .strictObject({ password: z.string().min(1).max(1024).optional().describe('Not for the own one') })
  .meta({ id: 'EndSessionBody' })

export const session = z
  .strictObject({
    csrf_token: z.string(),
    expires_at: time,
    replay_only: z.boolean().meta({
      description: 'This is `sesame replay`: a recording to look at, without a venue and without an account',
    }),
  })
  .meta({ id: 'Session' })

const sessionName = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be an id as the list of sessions names it')
  .meta({ id: 'SessionId' })

export const sessionParams = z.strictObject({ session_id: sessionName })

/** Whoever is logged in. The id names a session and opens none: it is neither the token nor what is stored of it. */
const sessionEntry = z
  .strictObject({
    id: sessionName,
    current: z.boolean().meta({ description: 'It is the one that asks' }),
    created_at: time,
    last_used_at: time,
    expires_at: time,
    tabs: z.number().int().meta({ description: 'Pages that are connected now' }),
  })
  .meta({ id: 'SessionEntry' })

export const sessionList = listOf(sessionEntry)

export const sessionsEnded = z.strictObject({ ended: z.number().int() }).meta({ id: 'SessionsEnded' })

export const health = z.strictObject({ status: z.enum(['ok', 'degraded']) }).meta({ id: 'Health' })

export const empty = z.strictObject({}).meta({ id: 'Empty' })
