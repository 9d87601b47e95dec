// The combos port: derived ids, signed acceptances byte for byte, and what each answer proves, over real sockets.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import type {
  AcceptOutcome,
  QuoteOutcome,
  StatusOutcome,
  VenueCombos,
  VenueQuote,
} from '#ports/venue-combos.ts'
import { createCurve } from '../signing/curve.ts'
import { domainSeparator } from '../signing/domains.ts'
import { createOrderSigner } from '../signing/order.ts'
import { fromHex } from '../signing/bytes.ts'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue } from '../testing/venue.ts'
import { fieldsOf, formOf, readVectors, type VectorCase } from '../testing/vectors.ts'
import type { Venue } from '../venue.ts'
import { acceptBody } from './accept.ts'
import { comboIds } from './ids.ts'

type ComboVector = VectorCase & { readonly documentedAcceptOrder: Readonly<Record<string, unknown>> }

const WALLET = `0x${'AB'.repeat(20)}`
const LEGS = [
  '1243965552808499617108514947746357048534421404414231170468951922814836802049',
  '1176710649185715379246236772702433179078596393450958754111917085864706965505',
]
const IDS = {
  conditionId: '0x038424daee92cbae7b0d23e76755d7e8040000000000000000000000000000',
  yes: '1590416723562117432875521436543004434153917935995312445044018479369767878656',
  no: '1590416723562117432875521436543004434153917935995312445044018479369767878657',
}
const REQUESTS = '/v1/requester/rfq/requests'
const HASH = `0x${'Cd'.repeat(32)}`

let server: ScriptedServer
let venue: Venue
let combos: VenueCombos

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
  assert.ok(venue.combos !== null)
  combos = venue.combos
})

after(async () => {
  await venue.close()
  await server.close()
})

describe('ids of a combo', () => {
  test('follow from its legs in any order', () => {
    assert.deepEqual(comboIds(LEGS), IDS)
    assert.deepEqual(comboIds(LEGS.toReversed()), IDS)
    assert.equal(combos.positionId(LEGS), `pmc:${IDS.yes}`)
  })
})

describe('INV-12 acceptances', () => {
  test('equal the documented vectors byte for byte, for the wallet’s owner and for a session key', async () => {
    const curve = await createCurve(new Uint8Array(32).fill(1))
    const { cases } = readVectors('combos-v3') as { readonly cases: readonly ComboVector[] }
    const signed = cases.filter(({ mode }) => mode !== 'eoa')
    assert.ok(signed.length > 10)
    for (const vector of signed) {
      const key = fromHex(vector.privateKey)
      const form = formOf(vector.mode, vector.order.maker, curve.address(key))
      const sign = createOrderSigner({ curve, chainId: vector.domain.chainId, key, form })
      const fields = fieldsOf(vector.order)
      const { signature, orderId } = sign(domainSeparator(vector.domain), fields)
      assert.equal(
        acceptBody('quote-1', fields, signature),
        JSON.stringify({ quote_id: 'quote-1', signed_order: vector.documentedAcceptOrder }),
        vector.id,
      )
      assert.equal(orderId, vector.orderId, vector.id)
    }
  })

  test('INV-13 sign the quote’s amounts unchanged, in seconds', () => {
    const prepared = combos.prepare(QUOTE)
    assert.ok(prepared !== null)
    const { quote_id: quoteId, signed_order: order } = JSON.parse(prepared.body) as {
      readonly quote_id: string
      readonly signed_order: Readonly<Record<string, unknown>>
    }
    assert.equal(quoteId, 'quote-7f3a')
    assert.equal(order['makerAmount'], '966191')
    assert.equal(order['takerAmount'], '1932381')
    assert.equal(order['tokenId'], IDS.yes)
    assert.equal(order['side'], 0)
    assert.equal(order['signatureType'], 3)
    assert.equal(order['timestamp'], String(prepared.timestamp))
    assert.ok(Math.abs(prepared.timestamp - Date.now() / 1000) < 60)
    assert.match(prepared.orderHash, /^0x[0-9a-f]{64}$/)
  })
})

const QUOTE: VenueQuote = {
  rfqId: 'rfq-51c2',
  quoteId: 'quote-7f3a',
  side: 'BUY',
  tokenId: IDS.yes,
  makerAmount: micros(966_191n),
  takerAmount: micros(1_932_381n),
  totalRequired: micros(1_000_000n),
  netReceive: null,
  expiresAt: 0,
  windowMs: null,
}

type Row = Record<string, unknown>

function quoteRow(
  side: 'BUY' | 'SELL',
  changes: { readonly request?: Row; readonly quote?: Row; readonly top?: Row } = {},
): Row {
  const buys = side === 'BUY'
  return {
    rfq_id: 'rfq-51c2',
    status: 'AWAITING_REQUESTER_ACCEPTANCE',
    expires_at: Date.now() + 5_000,
    request: {
      maker_address: WALLET,
      leg_position_ids: LEGS.toReversed(),
      condition_id: IDS.conditionId,
      yes_position_id: IDS.yes,
      no_position_id: IDS.no,
      direction: side,
      side: 'YES',
      requested_size: buys
        ? { unit: 'notional', value_e6: '1000000' }
        : { unit: 'shares', value_e6: '1932381' },
      ...changes.request,
    },
    quote: {
      quote_id: 'quote-7f3a',
      blended_price_e6: '500000',
      maker_amount_e6: buys ? '966191' : '1932381',
      taker_amount_e6: buys ? '1932381' : '927542',
      total_required_e6: buys ? '1000000' : '1932381',
      net_receive_e6: buys ? '1932381' : '893110',
      ...changes.quote,
    },
    ...changes.top,
  }
}

function ask(answer: Answer, side: 'BUY' | 'SELL' = 'BUY'): Promise<QuoteOutcome> {
  server.on('POST', REQUESTS, answer)
  return combos.quote({ positionIds: LEGS, side, size: micros(side === 'BUY' ? 1_000_000n : 1_932_381n) })
}

const summaryOf = (outcome: QuoteOutcome | AcceptOutcome | StatusOutcome): string =>
  'rejection' in outcome && outcome.rejection !== null
    ? `${outcome.kind} ${outcome.rejection.code}`
    : outcome.kind === 'mismatch'
      ? `mismatch ${outcome.field}`
      : outcome.kind

describe('a request for a quote', () => {
  test('is one call with sorted position ids, and its echo makes a quote', async () => {
    const calls = server.calls.length
    const outcome = await ask(json(200, quoteRow('BUY')))
    assert.equal(outcome.kind, 'quoted')
    assert.deepEqual({ ...outcome.quote, expiresAt: 0 }, { ...QUOTE, netReceive: micros(1_932_381n) })
    const [call, ...others] = server.calls.slice(calls)
    assert.deepEqual(others, [])
    const body = JSON.parse(call?.body ?? '{}') as Row
    for (const name of ['signer_address', 'maker_address']) {
      assert.equal(String(body[name]).toLowerCase(), WALLET.toLowerCase())
    }
    assert.deepEqual(
      { ...body, signer_address: '', maker_address: '' },
      {
        signer_address: '',
        maker_address: '',
        signature_type: 3,
        leg_position_ids: LEGS.toReversed(),
        direction: 'BUY',
        side: 'YES',
        requested_size: { unit: 'notional', value_e6: '1000000' },
      },
    )
    assert.ok(call?.headers['venue_signature'])
  })

  test('to sell names shares', async () => {
    assert.equal((await ask(json(200, quoteRow('SELL')), 'SELL')).kind, 'quoted')
    assert.match(server.calls.at(-1)?.body ?? '', /"unit":"shares","value_e6":"1932381"/)
  })

  const wrong: readonly (readonly [what: string, row: Row, expected: string])[] = [
    ['another leg', quoteRow('BUY', { request: { leg_position_ids: [LEGS[0], '1'] } }), 'legs'],
    ['a leg less', quoteRow('BUY', { request: { leg_position_ids: [LEGS[0]] } }), 'legs'],
    ['a leg that is no number', quoteRow('BUY', { request: { leg_position_ids: [LEGS[0], 'x'] } }), 'legs'],
    ['the other direction', quoteRow('BUY', { request: { direction: 'SELL' } }), 'direction'],
    ['the other side', quoteRow('BUY', { request: { side: 'NO' } }), 'side'],
    [
      'another size',
      quoteRow('BUY', { request: { requested_size: { unit: 'notional', value_e6: '1' } } }),
      'size',
    ],
    [
      'another unit',
      quoteRow('BUY', { request: { requested_size: { unit: 'shares', value_e6: '1000000' } } }),
      'size',
    ],
    [
      'another wallet',
      quoteRow('BUY', { request: { maker_address: `0x${'9'.repeat(40)}` } }),
      'maker_address',
    ],
    [
      'another combo',
      quoteRow('BUY', { request: { condition_id: `0x03${'9'.repeat(60)}` } }),
      'condition_id',
    ],
    ['another token', quoteRow('BUY', { request: { yes_position_id: '1' } }), 'position_id'],
    ['more than the budget', quoteRow('BUY', { quote: { total_required_e6: '1000001' } }), 'amounts'],
    ['more than its own total', quoteRow('BUY', { quote: { maker_amount_e6: '1000001' } }), 'amounts'],
    ['a share above 1 pUSD', quoteRow('BUY', { quote: { taker_amount_e6: '966190' } }), 'amounts'],
    ['no shares', quoteRow('BUY', { quote: { taker_amount_e6: '0' } }), 'amounts'],
    ['a deadline in seconds', quoteRow('BUY', { top: { expires_at: 1_795_207_005 } }), 'expires_at'],
    ['no echo', quoteRow('BUY', { top: { request: null } }), 'request'],
    [
      'an amount that is no integer',
      quoteRow('BUY', { quote: { maker_amount_e6: '1.5' } }),
      'quote.maker_amount_e6',
    ],
    ['an id that is no id', quoteRow('BUY', { top: { rfq_id: '../x' } }), 'rfq_id'],
  ]
  for (const [what, row, field] of wrong) {
    test(`echoed with ${what} is a mismatch of ${field}`, async () => {
      assert.equal(summaryOf(await ask(json(200, row))), `mismatch ${field}`)
    })
  }

  test('to sell, answered with other shares or without proceeds, is a mismatch', async () => {
    const more = quoteRow('SELL', { quote: { maker_amount_e6: '1932382' } })
    const blind = quoteRow('SELL', { quote: { net_receive_e6: null } })
    assert.equal(summaryOf(await ask(json(200, more), 'SELL')), 'mismatch amounts')
    assert.equal(summaryOf(await ask(json(200, blind), 'SELL')), 'mismatch amounts')
  })

  const refused: readonly (readonly [what: string, answer: Answer, expected: string])[] = [
    [
      'NO_QUOTES',
      json(200, { rfq_id: 'r', status: 'FAILED', error: { code: 'NO_QUOTES', message: 'none' } }),
      'combo_no_response',
    ],
    ['EXPIRED', json(200, { rfq_id: 'r', status: 'EXPIRED' }), 'combo_no_response'],
    ['a lost answer', (response) => void response.destroy(), 'combo_no_response'],
    ['no JSON', raw(200, '<html>'), 'combo_no_response'],
    ['503', json(503, { error: 'x', code: 'SERVICE_UNAVAILABLE' }), 'venue_unavailable'],
    ['500', raw(500, 'oops'), 'combo_no_response'],
    ['a missing balance', json(400, { error: 'x', code: 'BALANCE_VALIDATION_FAILED' }), 'venue_balance'],
    ['a missing approval', json(400, { error: 'x', code: 'ALLOWANCE_VALIDATION_FAILED' }), 'venue_balance'],
    ['another wallet', json(403, { error: 'x', code: 'ADDRESS_MISMATCH' }), 'wallet_mismatch'],
    ['a missing scope', json(403, { error: 'x', code: 'UNAUTHORIZED_ROLE' }), 'combos_unavailable'],
    ['401', json(401, { error: 'x', code: 'UNAUTHENTICATED' }), 'no_credentials'],
    ['an unknown code', json(400, { error: 'x', code: '__proto__' }), 'combo_no_response'],
  ]
  for (const [what, answer, code] of refused) {
    test(`answered with ${what} is refused as ${code}, and not asked again`, async () => {
      const calls = server.calls.length
      assert.equal(summaryOf(await ask(answer)), `refused ${code}`)
      assert.equal(server.calls.length, calls + 1)
    })
  }

  test('keeps the id of a request that the answer names, and no other text', async () => {
    const named = async (answer: Answer): Promise<string | null> => {
      const outcome = await ask(answer)
      return outcome.kind === 'quoted' ? outcome.quote.rfqId : outcome.rfqId
    }
    const failed = { status: 'FAILED', error: { code: 'NO_QUOTES', message: 'none' } }
    assert.equal(await named(json(200, { rfq_id: 'r-1', ...failed })), 'r-1')
    assert.equal(await named(json(200, { rfq_id: '../x', ...failed })), null)
    assert.equal(await named(json(200, quoteRow('BUY', { request: { side: 'NO' } }))), 'rfq-51c2')
    assert.equal(await named(json(200, quoteRow('BUY', { top: { request: null } }))), 'rfq-51c2')
    assert.equal(await named(raw(500, 'oops')), null)
  })
})

describe('what the one acceptance proves', () => {
  const cases: readonly (readonly [what: string, answer: Answer, expected: string])[] = [
    ['EXECUTING', json(200, { rfq_id: 'r', status: 'EXECUTING' }), 'executing'],
    ['AWAITING_MAKER_CONFIRMATION', json(200, { status: 'AWAITING_MAKER_CONFIRMATION' }), 'executing'],
    ['CONFIRMED', json(200, { status: 'CONFIRMED', tx_hash: HASH }), 'filled'],
    ['FILLED', json(200, { status: 'FILLED' }), 'filled'],
    [
      'FAILED',
      json(200, { status: 'FAILED', error: { code: 'MAKER_DECLINED', message: 'no' } }),
      'failed venue_rejected',
    ],
    ['EXPIRED', json(200, { status: 'EXPIRED' }), 'failed combo_expired'],
    ['a word that is new', json(200, { status: 'PENDING_REVIEW' }), 'conflict'],
    ['no JSON', raw(200, '<html>'), 'no_answer'],
    ['409 INVALID_RFQ_STATE', json(409, { error: 'x', code: 'INVALID_RFQ_STATE' }), 'conflict'],
    ['409 REQUEST_FAILED', json(409, { error: 'x', code: 'REQUEST_FAILED' }), 'conflict'],
    ['409 EXPIRED_RFQ', json(409, { error: 'x', code: 'EXPIRED_RFQ' }), 'refused combo_expired'],
    ['409 QUOTE_MISMATCH', json(409, { error: 'x', code: 'QUOTE_MISMATCH' }), 'refused combo_quote_mismatch'],
    [
      '400 about the approval',
      json(400, { error: 'x', code: 'ALLOWANCE_VALIDATION_FAILED' }),
      'refused venue_balance',
    ],
    ['400 INVALID_IDENTITY', json(400, { error: 'x', code: 'INVALID_IDENTITY' }), 'refused wallet_mismatch'],
    ['400 without a code', raw(400, 'bad'), 'no_answer'],
    ['404 UNKNOWN_RFQ', json(404, { error: 'x', code: 'UNKNOWN_RFQ' }), 'refused venue_not_found'],
    ['500', raw(500, 'oops'), 'no_answer'],
    ['503', json(503, { error: 'x', code: 'SERVICE_UNAVAILABLE' }), 'no_answer venue_unavailable'],
    [
      '503 about the balance',
      json(503, { error: 'x', code: 'PRE_EXECUTION_BALANCE_RESERVATION_FAILED' }),
      'no_answer venue_balance',
    ],
    ['a lost answer', (response) => void response.destroy(), 'no_answer'],
  ]
  for (const [what, answer, expected] of cases) {
    test(`${what}: ${expected}, sent once`, async () => {
      server.on('POST', `${REQUESTS}/rfq-51c2/accept`, answer)
      const prepared = combos.prepare(QUOTE)
      assert.ok(prepared !== null)
      const calls = server.calls.length
      const outcome = await combos.accept(
        prepared,
        () => null,
        () => undefined,
      )
      assert.equal(summaryOf(outcome), expected)
      assert.deepEqual(
        server.calls.slice(calls).map(({ body }) => body),
        [prepared.body],
      )
    })
  }

  test('a gate that closes at the last moment sends nothing', async () => {
    const prepared = combos.prepare(QUOTE)
    assert.ok(prepared !== null)
    const calls = server.calls.length
    const outcome = await combos.accept(
      prepared,
      () => 'combo_expired',
      () => undefined,
    )
    assert.deepEqual(outcome, { kind: 'not_sent', code: 'combo_expired' })
    assert.equal(server.calls.length, calls)
  })
})

describe('what a status read proves', () => {
  const cases: readonly (readonly [what: string, answer: Answer, expected: string])[] = [
    ...['AWAITING_MAKER_CONFIRMATION', 'EXECUTING', 'MATCHED', 'MINED', 'RETRYING'].map(
      (status) => [status, json(200, { status }), 'executing'] as const,
    ),
    ['CONFIRMED', json(200, { status: 'CONFIRMED', tx_hash: HASH }), 'filled'],
    ['FILLED', json(200, { status: 'FILLED' }), 'filled'],
    ['FAILED', json(200, { status: 'FAILED', error: { code: 'X', message: 'm' } }), 'failed venue_rejected'],
    ['CANCELED', json(200, { status: 'CANCELED' }), 'failed venue_rejected'],
    ['EXPIRED', json(200, { status: 'EXPIRED' }), 'failed combo_expired'],
    ['REJECTED', json(200, { status: 'REJECTED' }), 'failed venue_rejected'],
    ['a word that is new', json(200, { status: 'PENDING_REVIEW' }), 'failed venue_rejected'],
    ['not accepted', json(200, { status: 'AWAITING_REQUESTER_ACCEPTANCE' }), 'absent'],
    ['409', json(409, { error: 'x', code: 'INVALID_RFQ_STATE' }), 'absent'],
    ['409 without a code', json(409, { error: 'x' }), 'absent'],
    ['409 without a body', raw(409, ''), 'absent'],
    ['409 in plain words', raw(409, 'conflict'), 'absent'],
    ['409 in HTML', raw(409, '<html></html>', { 'content-type': 'text/html' }), 'absent'],
    ['409 with a list', json(409, []), 'absent'],
    ['404 UNKNOWN_RFQ', json(404, { error: 'x', code: 'UNKNOWN_RFQ' }), 'absent'],
    ['404 of somebody else', raw(404, 'not found'), 'no_answer'],
    ['503', json(503, { error: 'x', code: 'SERVICE_UNAVAILABLE' }), 'no_answer'],
    ['401', json(401, { error: 'x', code: 'UNAUTHENTICATED' }), 'unauthorized'],
    ['a lost answer', (response) => void response.destroy(), 'no_answer'],
  ]
  for (const [what, answer, expected] of cases) {
    test(`${what}: ${expected}`, async () => {
      server.on('GET', `${REQUESTS}/rfq-51c2`, answer)
      assert.equal(summaryOf(await combos.status('rfq-51c2')), expected)
    })
  }

  test('a fill has its transaction hash, in lower case', async () => {
    server.on('GET', `${REQUESTS}/rfq-51c2`, json(200, { status: 'CONFIRMED', tx_hash: HASH }))
    assert.deepEqual(await combos.status('rfq-51c2'), { kind: 'filled', txHash: HASH.toLowerCase() })
  })
})
