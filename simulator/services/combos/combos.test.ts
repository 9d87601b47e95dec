import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import * as Secp256k1 from 'ox/Secp256k1'

import { addressOfKey } from '../../accounts.ts'
import {
  digestOf,
  domainSeparator,
  ORDER_TYPE,
  orderStructHash,
  walletStructHash,
} from '../../auth/typed-data.ts'
import type { Hex, OrderFields } from '../../auth/typed-data.ts'
import { createManualClock } from '../../clock.ts'
import { closeAll, createServices } from '../../listeners.ts'
import { MADE_UP_NAMES } from '../../profile.ts'
import { createSimulation } from '../../simulation.ts'
import { pnlPoints } from '../data/pnl.ts'
import { comboIds, sortLegs } from './ids.ts'

type Row = Readonly<Record<string, unknown>>
type Reply = { readonly status: number; readonly json: Row }

const clock = createManualClock(Date.UTC(2026, 10, 20, 18, 30))
const simulation = createSimulation({ seed: 'combos', clock, names: MADE_UP_NAMES, events: 0, traderRate: 1 })
const services = createServices(simulation)
const base = `http://127.0.0.1:${await services.table.combos.listen(0)}`
const { accounts, exchange, venue } = simulation
const wallet = accounts.depositWallet
const address = addressOfKey(accounts.ownerKey)
const key = venue.credentials.create(address, '0')
const ZERO: Hex = `0x${'0'.repeat(64)}`
after(async () => {
  await closeAll(services.table)
  simulation.stop()
})

/** Sends a signed request; while it waits, venue time passes for the auction. */
async function send(method: string, path: string, body?: unknown): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const full = `/v1/requester/rfq${path}`
  const timestamp = String(Math.floor(clock.now() / 1000))
  const hmac = createHmac('sha256', Buffer.from(key?.secret ?? '', 'base64url')).update(
    timestamp + method + full + text,
  )
  const answer = fetch(`${base}${full}`, {
    method,
    headers: {
      VENUE_ADDRESS: address,
      VENUE_SIGNATURE: hmac.digest('base64').replaceAll('+', '-').replaceAll('/', '_'),
      VENUE_TIMESTAMP: timestamp,
      VENUE_API_KEY: key?.id ?? '',
      VENUE_PASSPHRASE: key?.passphrase ?? '',
    },
    ...(body === undefined ? {} : { body: text }),
  })
  const passing = setInterval(() => clock.advance(200), 5)
  try {
    const reply = await answer
    return { status: reply.status, json: (await reply.json()) as Row }
  } finally {
    clearInterval(passing)
  }
}

/** Two legs of different games that combos are offered on. */
function legs(): string[] {
  const games = simulation.world
    .events()
    .filter(({ definition }) => definition.game !== undefined && definition.parent === undefined)
  const offered = games.flatMap(
    (event) =>
      event.markets.find(
        (market) => market.definition.combo === 'enabled' && market.listed?.closed === false,
      ) ?? [],
  )
  return sortLegs(offered.slice(9, 11).map((market) => market.positions?.[0] ?? ''))
}

function requestBody(more: Row = {}): Row {
  return {
    signer_address: wallet,
    maker_address: wallet,
    signature_type: 3,
    leg_position_ids: legs(),
    direction: 'BUY',
    side: 'YES',
    requested_size: { unit: 'notional', value_e6: '10000000' },
    ...more,
  }
}

async function quoted(more: Row = {}): Promise<Row> {
  const { status, json } = await send('POST', '/requests', requestBody(more))
  assert.equal(status, 200, JSON.stringify(json))
  assert.equal(json['status'], 'AWAITING_REQUESTER_ACCEPTANCE', JSON.stringify(json))
  return json
}

/** The acceptance that a quote asks for, signed by the wallet's owner. */
function acceptance(quote: Row, change: Partial<Record<keyof OrderFields, unknown>> = {}): Row {
  const amounts = quote['quote'] as Row
  const asked = quote['request'] as Row
  const order = {
    salt: 77n,
    maker: wallet as Hex,
    signer: wallet as Hex,
    tokenId: BigInt(String(asked['yes_position_id'])),
    makerAmount: BigInt(String(amounts['maker_amount_e6'])),
    takerAmount: BigInt(String(amounts['taker_amount_e6'])),
    side: asked['direction'] === 'BUY' ? 0 : 1,
    signatureType: 3,
    timestamp: BigInt(Math.floor(clock.now() / 1000)),
    metadata: ZERO,
    builder: ZERO,
    ...change,
  } as OrderFields
  const separator = domainSeparator({
    name: MADE_UP_NAMES.exchange_domain,
    version: '3',
    chainId: 137,
    verifyingContract: MADE_UP_NAMES.contracts.exchange_v3 as Hex,
  })
  const { r, s, yParity } = Secp256k1.sign({
    payload: digestOf(separator, walletStructHash(order, 137)),
    privateKey: accounts.ownerKey as Hex,
  })
  const inner = `${r.slice(2).padStart(64, '0')}${s.slice(2).padStart(64, '0')}${(27 + yParity).toString(16)}`
  const rest = `${separator.slice(2)}${orderStructHash(order).slice(2)}${Buffer.from(ORDER_TYPE).toString('hex')}00ba`
  const texts = Object.entries(order).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ])
  return {
    quote_id: amounts['quote_id'],
    signed_order: { ...Object.fromEntries(texts), signature: `0x${inner}${rest}` },
  }
}

async function bend(name: string, args: Row = {}): Promise<void> {
  simulation.faults.add({ name, args, when: { times: 1 } })
  await Promise.resolve()
}

describe('ids of a combo', () => {
  test('follow from the legs in any order, as in a recorded combo', () => {
    const recorded = [
      '1243965552808499617108514947746357048534421404414231170468951922814836802049',
      '1176710649185715379246236772702433179078596393450958754111917085864706965505',
    ]
    assert.deepEqual(comboIds(recorded), {
      conditionId: '0x038424daee92cbae7b0d23e76755d7e8040000000000000000000000000000',
      yes: '1590416723562117432875521436543004434153917935995312445044018479369767878656',
      no: '1590416723562117432875521436543004434153917935995312445044018479369767878657',
    })
    assert.deepEqual(comboIds(recorded.toReversed()), comboIds(recorded))
  })
})

describe('quotes', () => {
  test('echo what was asked, spend the budget exactly and never offer above it', async () => {
    const quote = await quoted()
    const { request, quote: amounts } = quote as { request: Row; quote: Row }
    assert.deepEqual(request['leg_position_ids'], legs())
    assert.deepEqual(request['requested_size'], { unit: 'notional', value_e6: '10000000' })
    assert.equal(request['yes_position_id'], comboIds(legs()).yes)
    assert.equal(amounts['total_required_e6'], '10000000')
    assert.ok(BigInt(String(amounts['maker_amount_e6'])) < 10_000_000n)
    assert.ok(Number(quote['expires_at']) > clock.now())
  })

  test('refuse what cannot be asked', async () => {
    const [first = '', second = ''] = legs()
    const event =
      simulation.world.eventBySlug('central-bank-decision-in-december-2026') ??
      simulation.world.events().find((each) => each.definition.negRisk)
    const rivals = sortLegs((event?.markets ?? []).slice(0, 2).map((market) => market.positions?.[0] ?? ''))
    const cases: [Row, number, string][] = [
      [{ signature_type: 0 }, 400, 'UNSUPPORTED_REQUESTER_SIGNATURE_TYPE'],
      [{ leg_position_ids: [second, first] }, 400, 'INVALID_RFQ'],
      [{ leg_position_ids: [first, first] }, 400, 'INVALID_RFQ'],
      [{ leg_position_ids: ['5', '7'] }, 503, 'LEG_METADATA_UNAVAILABLE'],
      [{ leg_position_ids: rivals }, 400, 'CONTRADICTORY_LEGS'],
      [{ side: 'NO' }, 400, 'INVALID_RFQ'],
      [
        { maker_address: `0x${'9'.repeat(40)}`, signer_address: `0x${'9'.repeat(40)}` },
        403,
        'ADDRESS_MISMATCH',
      ],
      [{ requested_size: { unit: 'notional', value_e6: '99999999999' } }, 400, 'BALANCE_VALIDATION_FAILED'],
      [
        { direction: 'SELL', requested_size: { unit: 'shares', value_e6: '5' } },
        400,
        'BALANCE_VALIDATION_FAILED',
      ],
    ]
    for (const [more, status, code] of cases) {
      const reply = await send('POST', '/requests', requestBody(more))
      assert.deepEqual([reply.status, reply.json['code']], [status, code], JSON.stringify(more))
    }
    assert.equal(
      (await fetch(`${base}/v1/requester/rfq/requests`, { method: 'POST', body: '{}' })).status,
      401,
    )
    clock.advance(61_000)
  })
})

describe('acceptance', () => {
  test('with the right signature runs to CONFIRMED, moves the money once and leaves a position', async () => {
    const quote = await quoted()
    const id = String(quote['rfq_id'])
    assert.equal((await send('GET', `/requests/${id}`)).status, 409)
    const before = exchange.cash(wallet)
    const body = acceptance(quote)
    const accepted = await send('POST', `/requests/${id}/accept`, body)
    assert.deepEqual(
      [accepted.status, accepted.json['status']],
      [200, 'EXECUTING'],
      JSON.stringify(accepted.json),
    )
    clock.advance(6000)
    const done = await send('GET', `/requests/${id}`)
    assert.equal(done.json['status'], 'CONFIRMED')
    assert.match(String(done.json['tx_hash']), /^0x[0-9a-f]{64}$/)
    assert.equal(exchange.cash(wallet), before - 10_000_000n)
    const again = await send('POST', `/requests/${id}/accept`, body)
    assert.equal(again.status, 200)
    assert.equal(exchange.cash(wallet), before - 10_000_000n)
    assert.ok(simulation.log.violations().some((violation) => violation.kind === 'accept_repeated'))
    assert.deepEqual(exchange.audit(), [])
    const entry = simulation.book.entries(wallet, clock.now()).at(-1)
    assert.deepEqual([entry?.kind, entry?.kind === 'combo' && entry.cash], ['combo', 10_000_000n])
  })

  test('that is one field off is refused and moves nothing', async () => {
    const before = exchange.cash(wallet)
    const changes: [Partial<Record<keyof OrderFields, unknown>>, string][] = [
      [{ makerAmount: 1n }, 'INVALID_ACCEPTANCE'],
      [{ takerAmount: 1n }, 'INVALID_ACCEPTANCE'],
      [{ tokenId: 1n }, 'INVALID_ACCEPTANCE'],
      [{ timestamp: BigInt(clock.now()) }, 'INVALID_ACCEPTANCE'],
      [{ builder: `0x${'1'.repeat(64)}` }, 'BUILDER_ATTRIBUTION_NOT_ALLOWED'],
    ]
    for (const [change, code] of changes) {
      const quote = await quoted()
      const reply = await send(
        'POST',
        `/requests/${String(quote['rfq_id'])}/accept`,
        acceptance(quote, change),
      )
      assert.equal(reply.json['code'], code)
    }
    const quote = await quoted()
    const body = acceptance(quote) as { signed_order: Row }
    const signature = String(body.signed_order['signature'])
    const bent = {
      ...body,
      signed_order: {
        ...body.signed_order,
        signature: `${signature.slice(0, 20)}${signature[20] === 'a' ? 'b' : 'a'}${signature.slice(21)}`,
      },
    }
    const reply = await send('POST', `/requests/${String(quote['rfq_id'])}/accept`, bent)
    assert.deepEqual([reply.status, reply.json['code']], [400, 'INVALID_SIGNATURE'])
    assert.equal(exchange.cash(wallet), before)
    clock.advance(61_000)
  })

  test('after the window has closed, or of another quote, is refused', async () => {
    const quote = await quoted()
    const path = `/requests/${String(quote['rfq_id'])}/accept`
    const mismatch = await send('POST', path, { ...acceptance(quote), quote_id: 'quote-other' })
    assert.deepEqual([mismatch.status, mismatch.json['code']], [409, 'QUOTE_MISMATCH'])
    clock.advance(11_000)
    const late = await send('POST', path, acceptance(quote))
    assert.deepEqual([late.status, late.json['code']], [409, 'EXPIRED_RFQ'])
    const unknown = await send('GET', '/requests/rfq-none')
    assert.deepEqual([unknown.status, unknown.json['code']], [404, 'UNKNOWN_RFQ'])
  })

  test('a failed execution ends FAILED and moves no money; a decline is reported', async () => {
    const before = exchange.cash(wallet)
    const quote = await quoted()
    await bend('combo.fail')
    await send('POST', `/requests/${String(quote['rfq_id'])}/accept`, acceptance(quote))
    clock.advance(6000)
    const { json } = await send('GET', `/requests/${String(quote['rfq_id'])}`)
    assert.deepEqual([json['status'], (json['error'] as Row)['code']], ['FAILED', 'TRADE_SUBMISSION_FAILED'])
    const other = await quoted()
    await bend('combo.decline')
    const declined = await send('POST', `/requests/${String(other['rfq_id'])}/accept`, acceptance(other))
    assert.deepEqual([declined.status, (declined.json['error'] as Row)['code']], [200, 'MAKER_DECLINED'])
    assert.equal(exchange.cash(wallet), before)
    assert.deepEqual(exchange.audit(), [])
  })

  test('holds what it costs until the trade is done or has failed', async () => {
    const before = exchange.cash(wallet)
    const most = { requested_size: { unit: 'notional', value_e6: String((before * 2n) / 3n) } }
    const [first, second] = [await quoted(most), await quoted(most)]
    const accept = (quote: Row): Promise<Reply> =>
      send('POST', `/requests/${String(quote['rfq_id'])}/accept`, acceptance(quote))
    await bend('combo.fail')
    assert.equal((await accept(first)).json['status'], 'EXECUTING')
    assert.deepEqual(exchange.audit(), [])
    const refused = await accept(second)
    assert.deepEqual([refused.status, refused.json['code']], [400, 'BALANCE_VALIDATION_FAILED'])
    assert.equal((await send('POST', '/requests', requestBody(most))).status, 400)
    clock.advance(3_000)
    assert.equal(exchange.heldCash(wallet), 0n)
    const third = await quoted()
    await bend('combo.decline')
    await accept(third)
    assert.deepEqual([exchange.heldCash(wallet), exchange.cash(wallet)], [0n, before])
    clock.advance(61_000)
  })

  test('shares of a combo that are being sold cannot be sold again', async () => {
    const ids = comboIds(legs())
    const size = simulation.holdings.of(wallet, ids.conditionId)?.size ?? 0n
    assert.ok(size > 0n)
    const all = {
      direction: 'SELL',
      requested_size: { unit: 'shares', value_e6: String(size) },
    }
    const [first, second] = [await quoted(all), await quoted(all)]
    const accept = (quote: Row): Promise<Reply> =>
      send('POST', `/requests/${String(quote['rfq_id'])}/accept`, acceptance(quote))
    assert.equal((await accept(first)).json['status'], 'EXECUTING')
    assert.equal((await accept(second)).json['code'], 'BALANCE_VALIDATION_FAILED')
    clock.advance(6_000)
    assert.equal(simulation.holdings.of(wallet, ids.conditionId)?.size, 0n)
    const cash = exchange.cash(wallet)
    for (const id of legs()) {
      const found = simulation.world.marketOfPosition(id)
      exchange.resolve(found?.market.listed?.conditionId ?? '', found?.index ?? 0)
    }
    assert.equal(exchange.cash(wallet), cash)
    assert.deepEqual(simulation.holdings.rows(wallet, []), [])
    clock.advance(61_000)
  })

  test('what a combo paid, lost or was sold for is in the profit line', async () => {
    const { world, book } = simulation
    const realized = (): unknown =>
      pnlPoints(
        { world, exchange, samples: venue.samples },
        book.entries(wallet, clock.now()),
        clock.now(),
        'max',
        '1d',
      ).at(-1)?.['realized_combo_pnl']
    const before = Number(realized())
    const bought = await quoted()
    await send('POST', `/requests/${String(bought['rfq_id'])}/accept`, acceptance(bought))
    clock.advance(6_000)
    assert.equal(realized(), before)
    const holding = simulation.holdings.of(wallet, comboIds(legs()).conditionId)
    for (const id of legs()) {
      const found = world.marketOfPosition(id)
      exchange.resolve(found?.market.listed?.conditionId ?? '', found?.index ?? 0)
    }
    const won = Number(holding?.payout ?? 0n) / 1_000_000 - 10
    assert.ok(won > 0)
    assert.equal(Number(realized()).toFixed(6), (before + won).toFixed(6))

    const lost = await quoted()
    await send('POST', `/requests/${String(lost['rfq_id'])}/accept`, acceptance(lost))
    clock.advance(6_000)
    const leg = world.marketOfPosition(legs()[0] ?? '')
    exchange.resolve(leg?.market.listed?.conditionId ?? '', leg?.index === 0 ? 1 : 0)
    assert.equal(Number(realized()).toFixed(6), (before + won - 10).toFixed(6))
    assert.ok(before < 0, 'the sale before cost its margins')
    clock.advance(61_000)
  })

  test('a combo with a void leg pays half, and nothing of it is pending', async () => {
    const bought = await quoted()
    const ids = comboIds(legs())
    const bet = legs()
    await send('POST', `/requests/${String(bought['rfq_id'])}/accept`, acceptance(bought))
    clock.advance(6_000)
    const before = exchange.cash(wallet)
    for (const id of bet) {
      const found = simulation.world.marketOfPosition(id)
      exchange.resolve(found?.market.listed?.conditionId ?? '', id === bet[0] ? 'void' : (found?.index ?? 0))
    }
    const holding = simulation.holdings.of(wallet, ids.conditionId)
    assert.ok(holding !== undefined && holding.payout === holding.size / 2n)
    assert.equal(exchange.cash(wallet) - before, holding.payout)
    const [row] = simulation.holdings.rows(wallet, ['RESOLVED_PARTIAL'])
    assert.deepEqual([row?.['combo_condition_id'], row?.['legs_pending']], [ids.conditionId, 0])
    clock.advance(61_000)
  })

  test('a combo that is decided while it is sold or bought is paid once: the trade fails', async () => {
    const bought = await quoted()
    const [ids, bet] = [comboIds(legs()), legs()]
    const accept = (quote: Row): Promise<Reply> =>
      send('POST', `/requests/${String(quote['rfq_id'])}/accept`, acceptance(quote))
    await accept(bought)
    clock.advance(6_000)
    const size = simulation.holdings.of(wallet, ids.conditionId)?.size ?? 0n
    const sale = await quoted({
      direction: 'SELL',
      requested_size: { unit: 'shares', value_e6: String(size) },
    })
    const more = await quoted()
    const before = exchange.cash(wallet)
    for (const quote of [sale, more]) {
      assert.equal((await accept(quote)).json['status'], 'EXECUTING')
    }
    for (const id of bet) {
      const found = simulation.world.marketOfPosition(id)
      exchange.resolve(found?.market.listed?.conditionId ?? '', found?.index ?? 0)
    }
    clock.advance(30_000)
    for (const quote of [sale, more]) {
      const { json } = await send('GET', `/requests/${String(quote['rfq_id'])}`)
      assert.deepEqual(
        [json['status'], (json['error'] as Row)['code']],
        ['FAILED', 'TRADE_SUBMISSION_FAILED'],
      )
    }
    assert.equal(exchange.cash(wallet) - before, size)
    assert.equal(simulation.holdings.of(wallet, ids.conditionId)?.size, size)
    assert.equal(exchange.heldCash(wallet), 0n)
    clock.advance(61_000)
  })

  test('more than 15 requests in a minute are refused', async () => {
    clock.advance(61_000)
    const codes: unknown[] = []
    for (let count = 0; count < 16; count += 1) {
      const { json } = await send('POST', '/requests', requestBody())
      codes.push(json['code'])
    }
    assert.equal(codes.at(-1), 'RATE_LIMITED')
    assert.ok(codes.slice(0, 15).every((code) => code === undefined))
    clock.advance(45_000)
    for (let count = 0; count < 15; count += 1) {
      assert.equal((await send('POST', '/requests', requestBody())).json['code'], 'RATE_LIMITED')
    }
    clock.advance(16_000)
    await quoted()
  })
})
