/** Bodies of login and session (API-2). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { sessionName } from './records/session.ts'

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

export const sessionParams = z.strictObject({ session_id: schemaOf(sessionName) })

export const empty = z.strictObject({}).meta({ id: 'Empty' })
