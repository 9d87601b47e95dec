/** Tokens of programs (API-11). */
import { SCOPES } from '../token-scopes.ts'
import { as, list, matching, record, says } from '../codec/codec.ts'
import { instant, integer, oneOf, optionalInstant, text, uuid } from '../codec/fields.ts'

export const tokenId = { ...uuid, id: 'TokenId' }

/** It appears in audit rows and messages: no character that forms a line or a cell. */
export const tokenName = matching(
  /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
  'must be letters, digits, spaces, dots, hyphens and underscores, a letter or digit first',
  undefined,
  40,
)

export const tokenScope = {
  ...oneOf(SCOPES, 'TokenScope'),
  description:
    '`read`: everything that is asked for by GET, and the WebSocket. `cancel`: also every cancel, and SAFE. `trade`: also placing, replacing, exits, hedges and combos. None arms, raises limits, or lists sessions and tokens.',
}

/** The id names a token and opens nothing. */
const apiToken = record('ApiToken', {
  publicId: as('id', says(tokenId, 'Names the token; opens nothing')),
  name: says(tokenName, 'Audit rows carry it as `by`'),
  scope: tokenScope,
  createdAt: says(instant, 'When it was made'),
  expiresAt: says(instant, 'When it ends'),
  lastUsedAt: says(optionalInstant, 'Null until it is first used'),
  connections: says(integer, 'WebSockets that are open now'),
})

export const createdToken = record('CreatedToken', {
  token: says(text, 'Shown this once: only its hash is kept'),
  ...apiToken.fields,
})

export const apiTokens = record('ApiTokens', { items: says(list(apiToken), 'Newest first') })
