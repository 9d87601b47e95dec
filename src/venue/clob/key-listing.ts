/**
 * Our key in the venue's list of session signers (INV-49). Only an answer that names another wallet or leaves
 * the key out contradicts; a refusal to answer proves nothing (assumptions.md).
 */
import { err, ok, type Result } from '#lib/result.ts'
import type { Instant } from '#core/market/market.ts'
import type { AccountIdentity, KeyListing, ReadFault } from '#ports/venue-account.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { fault, readJson } from '../faults.ts'
import { LAST_INSTANT, isAbsent, readNumber, type WireFigure } from '../figures.ts'
import type { Http } from '../http.ts'
import { signersAnswer } from './wire.ts'

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
  return json.ok ? compare(json.value, signerAddress, walletAddress) : json
}

function compare(
  json: unknown,
  signerAddress: string,
  walletAddress: string | null,
): Result<KeyListing, ReadFault> {
  const read = signersAnswer.safeParse(json)
  if (!read.success) return err(fault('unreadable', 'no signers in the answer'))
  const wallet = read.data.wallet.toLowerCase()
  if (ADDRESS.test(wallet) && wallet !== walletAddress?.toLowerCase()) {
    return ok({ kind: 'other_wallet', wallet })
  }
  const own = read.data.signers.find(({ address }) => address.toLowerCase() === signerAddress.toLowerCase())
  if (own === undefined) return ok({ kind: 'not_listed' })
  return ok({
    kind: 'listed',
    signer: {
      scopes: SCOPES.filter((scope) => own.scopes.includes(scope)),
      validUntil: endFromWire(own.valid_until),
    },
  })
}

/** Null without an end. A nonsense end counts as the first or the last moment that can be said: never as none, never as no time. */
function endFromWire(end: WireFigure): Instant | null {
  if (isAbsent(end)) return null
  const seconds = readNumber(end)
  return seconds === null ? 0 : Math.min(Math.max(Math.floor(seconds * 1000), 0), LAST_INSTANT)
}
