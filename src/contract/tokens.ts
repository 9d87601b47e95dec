/** Tokens of programs, and what each may do (API-11, SEC-6). */
import { z } from 'zod'
import { own } from './route.ts'
import { passwordBody } from './session.ts'
import { apiTokens, createdToken, tokenId, tokenName, tokenScope } from './records/tokens.ts'
import { schemaOf } from './codec/schema.ts'
import { instantValue } from './values.ts'

const createTokenBody = passwordBody
  .extend({
    name: schemaOf(tokenName).meta({
      description: 'Unique among valid tokens; audit rows carry it as `by`',
    }),
    scope: schemaOf(tokenScope),
    expires_at: instantValue.describe('At most a year from now'),
  })
  .meta({ id: 'CreateTokenBody' })

export const tokenRoutes = {
  listTokens: own('API tokens, newest first', {
    answer: apiTokens,
  }),
  createToken: own('Create a program’s token, with the password; at most a year', {
    body: createTokenBody,
    answer: createdToken,
  }),
  revokeToken: own('Revoke a token; the mode does not change', {
    params: z.strictObject({ token_id: schemaOf(tokenId) }),
  }),
} as const
