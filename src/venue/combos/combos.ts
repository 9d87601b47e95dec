/** The combos port: quotes and their acceptance at the requester service, holdings at the data service. */
import { parseComboPositionId } from '#core/ids.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { PreparedAccept, VenueCombos, VenueQuote } from '#ports/venue-combos.ts'
import { rejection } from '#core/reject-codes.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import type { TradingSigner } from '../clob/trading.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { fault } from '../faults.ts'
import type { Http } from '../http.ts'
import { createNewWords } from '../new-words.ts'
import { walkDataPages, type Query } from '../pages.ts'
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
  readonly holder: CredentialHolder
  readonly wallet: string | null
  /** Null: nothing can be quoted or accepted. */
  readonly signer: Pick<TradingSigner, 'sign' | 'hasKey' | 'wallet' | 'combosExchange'> | null
}): VenueCombos {
  const { http, clock, random, signer, wallet, log } = parts
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
    filter: Query,
    newestPages: number | null = null,
  ): Promise<Result<{ readonly rows: readonly unknown[]; readonly complete: boolean }, ReadFault>> {
    if (wallet === null) return err(fault('no_credentials', 'no wallet'))
    const asked: Query = [['user', wallet.toLowerCase()], ['limit', PAGE_ROWS], ...filter]
    const walk = await walkDataPages(parts.dataHttp, endpoint, asked, newestPages ?? MAX_PAGES)
    const isCut = newestPages !== null && walk.hasMore
    return walk.fault === null || isCut ? ok({ rows: walk.rows, complete: !isCut }) : err(walk.fault)
  }

  return {
    positionId(positionIds) {
      const id = parseComboPositionId(`pmc:${comboIds(positionIds).yes}`)
      if (id === null) throw new Error('a derived position id is none')
      return id
    },
    async quote(request) {
      if (signer === null) return { kind: 'refused', rfqId: null, rejection: rejection('no_credentials') }
      const ids = comboIds(request.positionIds)
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
      const read = await rows(ENDPOINTS.comboPositions, [])
      if (!read.ok) return read
      const { rows: listed } = read.value
      const known = listed.map((row) => comboFromWire(row, onNewStatus)).filter((row) => row !== null)
      if (known.length < listed.length) {
        return err(fault('incomplete', `${listed.length - known.length} rows that were not understood`))
      }
      return ok([...new Map(known.map((row) => [row.id, row])).values()])
    },
    async activity() {
      const events = await rows(ENDPOINTS.comboActivity, [], ACTIVITY_PAGES)
      if (!events.ok) return events
      const trades = await rows(
        ENDPOINTS.activity,
        [
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
