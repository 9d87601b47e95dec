/**
 * Our key in the venue's list of session signers (INV-49). Only an answer that names another wallet or leaves
 * the key out contradicts; a refusal to answer proves nothing (assumptions.md).
 */
import { err, ok, type Result } from '#lib/result.ts'
import type { Instant } from '#core/market/market.ts'
import type { AccountIdentity, KeyListing, ReadFault } from '#ports/venue-account.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { fault, readJson } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import { LAST_INSTANT, isAbsent, readNumber } from '../figures.ts'
import type { Http } from '../http.ts'

const SCOPES = ['CLOB', 'COMBOSRFQ', 'ALL'] as const
const ADDRESS = /^0x[0-9a-f]{40}$/
/** The list is the owner's to read: a venue that does not show it to a session key proves nothing about the key. */
const REFUSALS: readonly number[] = [401, 403, 404]

/** Reads the list and compares it with the configured wallet and key; asks nothing without a session key. */
export async function readKeyListing(
  http: Http,
  { hasKey, signerAddress, walletAddress }: AccountIdentity,
): Promise<Result<KeyListing, ReadFault>> {
  if (!hasKey || signerAddress === null) return ok({ kind: 'not_told' })
  const reply = await http({ endpoint: ENDPOINTS.sessionSigners })
  if (reply.kind === 'answered' && REFUSALS.includes(reply.status)) return ok({ kind: 'not_told' })
  const json = readJson(reply)
  return json.ok ? listingOf(json.value, signerAddress, walletAddress) : json
}

/** The listing of a key in an answer. */
export function listingOf(
  json: unknown,
  signerAddress: string,
  walletAddress: string | null,
): Result<KeyListing, ReadFault> {
  const unread = err(fault('unreadable', 'no signers in the answer'))
  const fields = fieldsOf(json)
  const wallet = fields?.strict('wallet')?.toLowerCase()
  const signers = fields?.list('signers')?.map(signerOf)
  if (wallet === undefined || signers?.every((signer) => signer !== null) !== true) return unread
  if (ADDRESS.test(wallet) && wallet !== walletAddress?.toLowerCase()) {
    return ok({ kind: 'other_wallet', wallet })
  }
  const own = signers.find(({ address }) => address === signerAddress.toLowerCase())
  if (own === undefined) return ok({ kind: 'not_listed' })
  return ok({
    kind: 'listed',
    signer: {
      scopes: SCOPES.filter((scope) => own.scopes.includes(scope)),
      validUntil: endFromWire(own.end),
    },
  })
}

function signerOf(row: unknown): {
  readonly address: string
  readonly scopes: readonly unknown[]
  readonly end: unknown
} | null {
  const fields = fieldsOf(row)
  const address = fields?.raw('address')
  const scopes = fields?.list('scopes') ?? null
  if (fields === null || typeof address !== 'string' || scopes === null) return null
  if (!scopes.every((scope) => typeof scope === 'string')) return null
  return { address: address.toLowerCase(), scopes, end: fields.raw('valid_until') }
}

/** Null without an end. A nonsense end counts as the first or the last moment that can be said: never as none, never as no time. */
function endFromWire(end: unknown): Instant | null {
  if (isAbsent(end)) return null
  const seconds = readNumber(end)
  return seconds === null ? 0 : Math.min(Math.max(Math.floor(seconds * 1000), 0), LAST_INSTANT)
}
