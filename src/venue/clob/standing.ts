/** Standing of the wallet besides its money: closed-only mode, and missing approvals, by name. */
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { ok, type Result } from '#lib/result.ts'
import type { AccountStanding, ReadFault } from '#ports/venue-account.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { readJson } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import { readBaseUnits } from '../figures.ts'
import type { Http } from '../http.ts'

export type Spender = {
  /** `neg-risk exchange`. */
  readonly name: string
  /** Lower case. */
  readonly address: string
  /** Orders of single markets are settled through it. */
  readonly isExchange: boolean
}

/** Reads both; a part that the venue does not report is null. Shares are read with an outcome only. */
export async function readStanding(
  http: Http,
  spenders: readonly Spender[],
  signatureType: string,
  outcomeId: OutcomeId | null,
): Promise<Result<AccountStanding, ReadFault>> {
  const asked = (asset: string, token: readonly (readonly [string, string])[]): ReturnType<Http> =>
    http({
      endpoint: ENDPOINTS.balance,
      query: [['asset_type', asset], ['signature_type', signatureType], ...token],
    })
  const [mode, cash, shares] = await Promise.all([
    http({ endpoint: ENDPOINTS.closedOnly }),
    asked('COLLATERAL', []),
    outcomeId === null ? null : asked('CONDITIONAL', [['token_id', nativeId(outcomeId)]]),
  ])
  const answer = readJson(mode)
  const closedOnly = answer.ok ? fieldsOf(answer.value)?.raw('closed_only') : null
  const money = readJson(cash)
  if (!money.ok) return money
  const ofCash = missing(money.value, 'pUSD', spenders)
  const tokens = shares === null ? null : readJson(shares)
  const ofShares = tokens?.ok === true ? (missing(tokens.value, 'shares', spenders) ?? []) : []
  return ok({
    closedOnly: typeof closedOnly === 'boolean' ? closedOnly : null,
    missingApprovals: ofCash === null ? null : [...ofCash, ...ofShares],
  })
}

/** By spender, in lower case; null where an allowance is not known. Null when there are none to read. */
export function allowancesOf(json: unknown): ReadonlyMap<string, Micros | null> | null {
  const granted = fieldsOf(json)?.raw('allowances')
  if (typeof granted !== 'object' || granted === null || Array.isArray(granted)) return null
  return new Map(
    Object.entries(granted).map(([address, text]) => [address.toLowerCase(), readBaseUnits(text)]),
  )
}

/** Spenders that may not spend the whole balance. One that the answer does not list is not known to be missing. */
function missing(json: unknown, what: string, spenders: readonly Spender[]): readonly string[] | null {
  const allowances = allowancesOf(json)
  if (allowances === null) return null
  const balance = readBaseUnits(fieldsOf(json)?.raw('balance'))
  return spenders.flatMap(({ name, address }) => {
    const allowance = allowances.get(address) ?? null
    return allowance !== null && (allowance === 0n || (balance !== null && allowance < balance))
      ? [`${what} for the ${name}`]
      : []
  })
}
