/** Tokens of programs, and what each may do (API-11, SEC-6). */
import { z } from 'zod'
import { own } from './route.ts'
import { passwordBody } from './session.ts'
import { SCOPES } from './token-scopes.ts'
import { instantValue, time } from './values.ts'

const tokenId = z.uuid().meta({ id: 'TokenId' })

/** It appears in audit rows and messages: no character that forms a line or a cell. */
const tokenName = z
  .string()
  .max(40)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
    'must be letters, digits, spaces, dots, hyphens and underscores, a letter or digit first',
  )

const tokenScope = z.enum(SCOPES).meta({
  id: 'TokenScope',
  description:
    '`read`: everything that is asked for by GET, and the WebSocket. `cancel`: also every cancel, and SAFE. `trade`: also placing, replacing, exits, hedges and combos. None arms, raises limits, or sees sessions and tokens.',
})

const createTokenBody = passwordBody
  .extend({
    name: tokenName.meta({ description: 'No other living token has it; audit rows carry it as `by`' }),
    scope: tokenScope,
    expires_at: instantValue.describe('At most a year from now'),
  })
  .meta({ id: 'CreateTokenBody' })

/** The id names a token and opens nothing. */
const apiToken = z
  .strictObject({
    id: tokenId,
    name: tokenName,
    scope: tokenScope,
    created_at: time,
    expires_at: time,
    last_used_at: time.nullable(),
    connections: z.number().int().meta({ description: 'WebSockets that are open now' }),
  })
  .meta({ id: 'ApiToken' })

const createdToken = z
  .strictObject({
    token: z.string().meta({ description: 'Shown this once: only its hash is kept' }),
    ...apiToken.shape,
  })
  .meta({ id: 'CreatedToken' })

export const tokenRoutes = {
  listTokens: own('Tokens of programs, newest first', {
    answer: z.strictObject({ items: z.array(apiToken) }).meta({ id: 'ApiTokens' }),
  }),
  createToken: own('Make a token for a program, with the password; at most a year', {
    body: createTokenBody,
    answer: createdToken,
  }),
  revokeToken: own('End a token; disarms nothing', { params: z.strictObject({ token_id: tokenId }) }),
} as const
