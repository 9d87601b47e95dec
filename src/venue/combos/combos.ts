/** The combos port: quotes and their acceptance at the requester service, holdings at the data service. */
import { parseComboPositionId } from '#core/ids.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { PreparedAccept, VenueCombos, VenueQuote } from '#ports/venue-combos.ts'
import { rejection } from '#core/reject-codes.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import type { TradingSigner } from '../clob/trading.ts'
import { readEnvelope } from '../data/data.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { fault, readJson } from '../faults.ts'
import { rowKey } from '../row-key.ts'
import type { Http } from '../http.ts'
import { createNewWords } from '../new-words.ts'
import type { Keccak } from '../signing/keccak.ts'
import { orderFields } from '../signing/order.ts'
import { acceptBody, acceptOutcome, statusOutcome } from './accept.ts'
import { comboIds } from './ids.ts'
import { comboEventFromWire, comboFromWire, comboTradeFromWire } from './positions.ts'
import { quoteBody, quoteOutcome } from './quote.ts'

const MAX_PAGES = 20
/** Only this many pages of each list are read. */
const ACTIVITY_PAGES = 4
const PAGE_ROWS = '500'

/** Builds the port of one wallet. */
export function createCombos(parts: {
  readonly http: Http
  /** HTTP of the data service, limited already. */
  readonly dataHttp: Http
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keccak: Keccak
  readonly holder: CredentialHolder
  readonly wallet: string | null
  /** Null: nothing can be quoted or accepted. */
  readonly signer: Pick<TradingSigner, 'sign' | 'hasKey' | 'wallet' | 'combosExchange'> | null
}): VenueCombos {
  const { http, clock, random, keccak, signer, wallet, log } = parts
  const onNewStatus = createNewWords(log, 'combos.new_position_status')
  const onNewRequestStatus = createNewWords(log, 'combos.new_request_status')

  function prepare(quote: VenueQuote): PreparedAccept | null {
    if (signer?.hasKey() !== true || parts.holder.current() === null) return null
    const timestamp = Math.floor(clock.now() / 1000)
    const fields = orderFields(signer.wallet, random, {
      tokenId: BigInt(quote.tokenId),
      makerAmount: quote.makerAmount,
      takerAmount: quote.takerAmount,
      side: quote.side,
      timestamp: BigInt(timestamp),
    })
    const signed = signer.sign(signer.combosExchange, fields)
    return {
      rfqId: quote.rfqId,
      orderHash: signed.orderId,
      salt: fields.salt.toString(),
      makerAmount: quote.makerAmount,
      takerAmount: quote.takerAmount,
      timestamp,
      body: acceptBody(quote.quoteId, fields, signed.signature),
    }
  }

  /** Every row of a list, page by page, or a fault; of `newestPages` also when there are more. */
  async function rows(
    endpoint: Endpoint,
    filter: readonly (readonly [string, string])[],
    newestPages: number | null = null,
  ): Promise<Result<{ readonly rows: readonly unknown[]; readonly complete: boolean }, ReadFault>> {
    if (wallet === null) return err(fault('no_credentials', 'no wallet'))
    const all: unknown[] = []
    const progress = createWalkProgress()
    let cursor: string | null = null
    for (let page = 0; page < (newestPages ?? MAX_PAGES); page += 1) {
      const query: (readonly [string, string])[] = [['user', wallet.toLowerCase()], ...filter]
      if (cursor !== null) query.push(['cursor', cursor])
      const json = readJson(await parts.dataHttp({ endpoint, query }))
      if (!json.ok) return json
      const envelope = readEnvelope(json.value)
      if (!envelope.ok) return err(fault('incomplete', envelope.error.problem))
      all.push(...envelope.value.rows)
      cursor = envelope.value.nextCursor
      if (cursor === null) return ok({ rows: all, complete: true })
      const stuck = progress.page(envelope.value.rows.map(rowKey), cursor)
      if (stuck !== null) return err(fault('incomplete', stuck))
    }
    if (newestPages === null) return err(fault('incomplete', `more than ${MAX_PAGES} pages`))
    return ok({ rows: all, complete: false })
  }

  return {
    positionId(positionIds) {
      const id = parseComboPositionId(`pmc:${comboIds(keccak, positionIds).yes}`)
      if (id === null) throw new Error('a derived position id is none')
      return id
    },
    async quote(request) {
      if (signer === null) return { kind: 'refused', rfqId: null, rejection: rejection('no_credentials') }
      const ids = comboIds(keccak, request.positionIds)
      const reply = await http({
        endpoint: ENDPOINTS.comboQuote,
        body: quoteBody(request, signer.wallet),
      })
      return quoteOutcome(reply, { request, wallet: signer.wallet, ids }, clock)
    },
    prepare,
    async accept(prepared, gate, point) {
      return acceptOutcome(
        await http({
          endpoint: ENDPOINTS.comboRequests,
          suffix: `${encodeURIComponent(prepared.rfqId)}/accept`,
          body: prepared.body,
          gate,
          point,
        }),
      )
    },
    async status(rfqId) {
      const reply = await http({ endpoint: ENDPOINTS.comboStatus, suffix: encodeURIComponent(rfqId) })
      return statusOutcome(reply, onNewRequestStatus)
    },
    async positions() {
      const read = await rows(ENDPOINTS.comboPositions, [['limit', PAGE_ROWS]])
      if (!read.ok) return read
      const { rows: listed } = read.value
      const known = listed.map((row) => comboFromWire(row, onNewStatus)).filter((row) => row !== null)
      if (known.length < listed.length) {
        return err(fault('incomplete', `${listed.length - known.length} rows that were not understood`))
      }
      return ok([...new Map(known.map((row) => [row.id, row])).values()])
    },
    async activity() {
      const events = await rows(ENDPOINTS.comboActivity, [['limit', PAGE_ROWS]], ACTIVITY_PAGES)
      if (!events.ok) return events
      const trades = await rows(
        ENDPOINTS.activity,
        [
          ['limit', PAGE_ROWS],
          ['exclude_deposits_withdrawals', 'false'],
          ['type', 'TRADE'],
        ],
        ACTIVITY_PAGES,
      )
      if (!trades.ok) return trades
      const all = [...events.value.rows.map(comboEventFromWire), ...trades.value.rows.map(comboTradeFromWire)]
      const known = new Map(all.filter((row) => row !== null).map((row) => [row.id, row]))
      return ok({
        rows: [...known.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)),
        complete: events.value.complete && trades.value.complete,
      })
    },
  }
}
