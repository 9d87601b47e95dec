import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createClient, type OrderChoice, type Reply } from '#test/simulator/client.ts'
import { buildVenue, DEPOSIT_WALLET, KEYS, SHARE, testMarket } from '#test/simulator/venue.ts'

type Row = Readonly<Record<string, unknown>>

const venue = buildVenue({ pageSize: 3, rateTier: 'Elite' })
const [ordinary, negRisk, delayed] = venue.markets
const [YES, NO] = ordinary.tokens
let base = ''
let eoa: ReturnType<typeof createClient>
let owner: ReturnType<typeof createClient>
let session: ReturnType<typeof createClient>

/** A limit order of whole cents and shares. */
function limit(cents: number, shares: number, more: Partial<OrderChoice> = {}): OrderChoice {
  const cash = BigInt(cents) * BigInt(shares) * 10_000n
  const size = BigInt(shares) * SHARE
  const [makerAmount, takerAmount] = more.side === 'SELL' ? [size, cash] : [cash, size]
  return { token: YES, makerAmount, takerAmount, ...more }
}

function errorOf(reply: Reply): string {
  return String((reply.json as Row)['error'])
}

function rowOf(reply: Reply): Row {
  assert.equal(reply.status, 200, reply.text)
  return reply.json as Row
}

function newViolations(act: () => Promise<unknown>): Promise<readonly string[]> {
  const known = venue.log.violations().length
  return act().then(() =>
    venue.log
      .violations()
      .slice(known)
      .map((violation) => violation.kind),
  )
}

before(async () => {
  base = `http://127.0.0.1:${await venue.listen('clob', 0)}`
  const now = (): number => venue.clock.now()
  eoa = createClient({ base, key: KEYS.eoa, kind: 'eoa', now })
  owner = createClient({ base, key: KEYS.owner, kind: 'owner', now })
  session = createClient({ base, key: KEYS.session, kind: 'session', now })
  await Promise.all([eoa.login(), owner.login(), session.login()])
})
after(() => venue.close())

describe('public reads', () => {
  test('a book shows text figures with the best price last on both sides, and a digest of itself', async () => {
    const book = rowOf(await eoa.send('GET', `/book?token_id=${YES}`, {}))
    const prices = (side: string): string[] => (book[side] as { price: string }[]).map((level) => level.price)
    assert.deepEqual(prices('bids'), ['0.47', '0.48', '0.49'])
    assert.deepEqual(prices('asks'), ['0.55', '0.54', '0.53'])
    assert.match(String(book['hash']), /^[0-9a-f]{40}$/)
    assert.deepEqual(
      [book['tick_size'], book['min_order_size'], book['neg_risk'], book['last_trade_price']],
      ['0.01', '5', false, ''],
    )
  })

  test('quotes follow the book: a buyer pays the ask, a seller gets the bid', async () => {
    const read = async (path: string): Promise<unknown> => (await eoa.send('GET', path, {})).json
    assert.deepEqual(await read(`/price?token_id=${YES}&side=BUY`), { price: '0.53' })
    assert.deepEqual(await read(`/price?token_id=${YES}&side=SELL`), { price: '0.49' })
    assert.deepEqual(await read(`/midpoint?token_id=${YES}`), { mid: '0.51' })
    assert.deepEqual(await read(`/spread?token_id=${NO}`), { spread: '0.04' })
    assert.deepEqual(await read(`/last-trade-price?token_id=${YES}`), { price: '0.5', side: '' })
    assert.deepEqual(await read(`/tick-size?token_id=${negRisk.tokens[0]}`), { minimum_tick_size: 0.001 })
    assert.deepEqual(await read(`/neg-risk?token_id=${negRisk.tokens[0]}`), { neg_risk: true })
  })

  test('what is unknown or malformed is answered in the venue’s words', async () => {
    const cases: [string, number, string][] = [
      ['/book', 400, 'Invalid token id'],
      ['/book?token_id=99', 404, 'No orderbook exists for the requested token id'],
      [`/price?token_id=${YES}&side=up`, 400, 'Invalid side'],
      ['/tick-size?token_id=99', 404, 'market not found'],
      ['/clob-markets/7', 400, 'Invalid market'],
      [`/clob-markets/0x${'ff'.repeat(32)}`, 404, 'market not found'],
      ['/books?token_id=1', 400, 'Invalid payload'],
      [
        `/prices-history?market=${YES}&interval=1m&fidelity=5`,
        400,
        "invalid filters: minimum 'fidelity' for '1m' range is 10",
      ],
      [
        `/prices-history?market=${YES}&startTs=1&endTs=9999999`,
        400,
        "'startTs' and 'endTs' interval is too long",
      ],
    ]
    for (const [path, status, text] of cases) {
      const reply = await eoa.send('GET', path, {})
      assert.deepEqual([reply.status, errorOf(reply)], [status, text], path)
    }
  })

  test('compact market info leaves out what is false or zero', async () => {
    const plain = rowOf(await eoa.send('GET', `/clob-markets/${ordinary.conditionId}`, {}))
    assert.equal('sd' in plain || 'nr' in plain || 'cbos' in plain, false)
    assert.deepEqual(plain['fd'], { r: 0.05, e: 1, to: true })
    const slow = rowOf(await eoa.send('GET', `/clob-markets/${delayed.conditionId}`, {}))
    assert.equal(slow['sd'], 3)
  })

  test('price history ends at the current second near the current price', async () => {
    const { history } = rowOf(
      await eoa.send('GET', `/prices-history?market=${YES}&interval=1d&fidelity=60`, {}),
    ) as {
      history: { t: number; p: number }[]
    }
    assert.ok(history.length >= 24 && history.length <= 26)
    assert.deepEqual(history.at(-1), { t: Math.floor(venue.clock.now() / 1000), p: 0.51 })
  })

  test('price history starts with its market and stays for some days after it', async () => {
    const created = venue.clock.now() - 2 * 3_600_000
    const listed = testMarket(77, { createdAt: created })
    venue.exchange.list(listed)
    const read = async (): Promise<readonly { t: number; p: number }[]> => {
      const path = `/prices-history?market=${listed.tokens[0]}&interval=1w&fidelity=60`
      return rowOf(await eoa.send('GET', path, {}))['history'] as { t: number; p: number }[]
    }
    const open = await read()
    assert.ok(open.length >= 2 && open.length <= 4)
    assert.ok(open.every(({ t }) => t * 1000 >= created))
    venue.exchange.resolve(listed.conditionId, 0)
    const closedAt = Math.floor(venue.clock.now() / 1000)
    venue.clock.advance(2 * 86_400_000)
    const closed = await read()
    assert.deepEqual(closed.slice(0, -1), open.slice(0, -1))
    assert.equal(closed.at(-1)?.t, closedAt)
    venue.clock.advance(8 * 86_400_000)
    assert.deepEqual(await read(), [])
  })
})

describe('keys', () => {
  test('a key is made once, found again, and one byte off opens nothing', async () => {
    assert.equal(errorOf(await eoa.send('POST', '/auth/api-key', eoa.l1())), 'Could not create api key')
    assert.equal(
      errorOf(await eoa.send('GET', '/auth/derive-api-key', eoa.l1('5'))),
      'Could not derive api key!',
    )
    const wrong = { ...eoa.l1(), VENUE_NONCE: '1' }
    const reply = await eoa.send('GET', '/auth/derive-api-key', wrong)
    assert.deepEqual([reply.status, errorOf(reply)], [401, 'Invalid L1 Request headers'])
    const late = eoa.l2('GET', '/data/orders', '', venue.clock.now() - 11_000)
    const refused = await eoa.send('GET', '/data/orders', late)
    assert.deepEqual([refused.status, errorOf(refused)], [401, 'Unauthorized/Invalid api key'])
  })

  test('a session key without the scope, or past its end, is no key', async () => {
    const wallet = venue.wallets.depositWallet(DEPOSIT_WALLET)
    const key = wallet?.sessions[0]
    assert.ok(wallet !== undefined && key !== undefined)
    const authorise = (changes: Partial<typeof key>): void =>
      venue.wallets.addDepositWallet({ ...wallet, sessions: [{ ...key, ...changes }] })
    authorise({ scopes: ['COMBOSRFQ'] })
    assert.equal((await session.signed('GET', '/data/orders')).status, 401)
    authorise({ validUntil: Math.floor(venue.clock.now() / 1000) - 1 })
    assert.equal((await session.signed('GET', '/data/orders')).status, 401)
    authorise({})
    assert.equal((await session.signed('GET', '/data/orders')).status, 200)
  })
})

describe('placing', () => {
  test('each kind of account rests an order under its hash and sees only its own', async () => {
    for (const client of [eoa, owner, session]) {
      const placed = rowOf(await client.place(limit(40, 10)))
      assert.deepEqual(
        [placed['success'], placed['status'], placed['errorMsg'], placed['makingAmount']],
        [true, 'live', '', ''],
      )
      const { data } = rowOf(await client.signed('GET', '/data/orders')) as { data: Row[] }
      assert.deepEqual(
        data.map((order) => order['id']),
        [placed['orderID']],
      )
      const { canceled } = rowOf(await client.signed('DELETE', '/order', { orderID: placed['orderID'] }))
      assert.deepEqual(canceled, [placed['orderID']])
    }
  })

  test('a match reports decimal amounts and trade ids, charges the fee, and is found among the trades', async () => {
    const cash = venue.exchange.cash(eoa.address)
    // Its cash is spent: at 0.53 that is more than the 20 shares of its limit.
    const placed = rowOf(await eoa.place(limit(54, 20, { type: 'FAK' })))
    assert.deepEqual(
      [placed['status'], placed['takingAmount'], placed['makingAmount']],
      ['matched', '20.377358', '10.8'],
    )
    assert.equal(cash - venue.exchange.cash(eoa.address), 10_800_000n + 253_800n)
    const [id] = placed['tradeIDs'] as string[]
    const { data } = rowOf(await eoa.signed('GET', `/data/trades?id=${id}`)) as { data: Row[] }
    assert.deepEqual(
      [data[0]?.['trader_side'], data[0]?.['price'], data[0]?.['size']],
      ['TAKER', '0.53', '20.377358'],
    )
    venue.clock.advance(20_000)
    const again = rowOf(await eoa.signed('GET', `/data/trades?id=${id}`)) as { data: Row[] }
    assert.equal(again.data[0]?.['status'], 'CONFIRMED')
  })

  test('every refusal has the venue’s text', async () => {
    const body = eoa.orderBody(limit(40, 10))
    const { order } = body as { order: Row }
    const cases: [string, Promise<Reply>, RegExp][] = [
      ['malformed', eoa.signed('POST', '/order', { order: 1 }), /^Invalid order payload$/],
      [
        'owner',
        eoa.signed('POST', '/order', { ...body, owner: 'x' }),
        /order owner has to be the owner of the API KEY/,
      ],
      [
        'signer',
        eoa.signed('POST', '/order', { ...body, order: { ...order, signer: DEPOSIT_WALLET } }),
        /signer address has to be/,
      ],
      [
        'changed',
        eoa.signed('POST', '/order', { ...body, order: { ...order, makerAmount: '4100000' } }),
        /^invalid signature$/,
      ],
      [
        'contract',
        eoa.place(limit(40, 10, { contract: venue.profile.contracts.neg_risk_exchange_v2 })),
        /^invalid signature$/,
      ],
      [
        'tick',
        eoa.place(limit(40, 10, { makerAmount: 4_050_000n })),
        /Price \(0\.405\) breaks minimum tick size rule: 0\.01/,
      ],
      ['size', eoa.place(limit(40, 2)), /Size \(2\) lower than the minimum: 5/],
      [
        'decimals of a buy that takes',
        eoa.place({ ...limit(54, 10, { type: 'FAK' }), makerAmount: 939_600n, takerAmount: 1_740_000n }),
        /^invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals$/,
      ],
      [
        'decimals of a sale that takes',
        eoa.place({
          ...limit(54, 10, { type: 'FOK', side: 'SELL' }),
          makerAmount: 10_001_000n,
          takerAmount: 5_400_540n,
        }),
        /^invalid amounts, the market sell orders maker amount supports a max accuracy of 2 decimals/,
      ],
      [
        'cash of a buy that takes',
        eoa.place(limit(54, 1, { type: 'FAK' })),
        /^invalid amount for a marketable BUY order \(\$0\.54\), min size: \$1$/,
      ],
      ['balance', eoa.place(limit(40, 900_000)), /not enough balance/],
      [
        'near',
        eoa.place(
          limit(40, 10, { type: 'GTD', expiration: String(Math.floor(venue.clock.now() / 1000) + 179) }),
        ),
        /^invalid expiration$/,
      ],
      ['dated', eoa.place(limit(40, 10, { expiration: '1900000000' })), /^invalid expiration$/],
      ['crossing', eoa.place(limit(53, 10, { postOnly: true })), /order crosses book/],
      ['fok', eoa.place(limit(53, 9_000, { type: 'FOK' })), /fully filled or killed/],
      ['fak', eoa.place(limit(10, 50, { type: 'FAK' })), /no orders found to match/],
    ]
    for (const [name, reply, text] of cases) {
      const { status } = await reply
      assert.equal(status, 400, name)
      assert.match(errorOf(await reply), text, name)
    }
    assert.equal(venue.exchange.openOrders(eoa.credentials()?.apiKey ?? '').length, 0)
  })

  test('the same order twice is refused and noted; so is another key order of the body', async () => {
    const body = eoa.orderBody(limit(40, 10))
    const kinds = await newViolations(async () => {
      assert.equal((await eoa.signed('POST', '/order', body)).status, 200)
      assert.match(errorOf(await eoa.signed('POST', '/order', body)), /is invalid\. Duplicated\.$/)
      const { orderType, ...rest } = eoa.orderBody(limit(40, 10))
      assert.equal((await eoa.signed('POST', '/order', { orderType, ...rest })).status, 200)
    })
    assert.deepEqual(kinds, ['order_hash_twice', 'key_order'])
    await eoa.signed('DELETE', '/cancel-all')
  })

  test('a neg-risk market wants its own contract', async () => {
    const choice = limit(40, 10, {
      token: negRisk.tokens[0],
      contract: venue.profile.contracts.neg_risk_exchange_v2,
    })
    assert.equal(rowOf(await owner.place(choice))['status'], 'live')
    await owner.signed('DELETE', '/cancel-all')
  })

  test('a marketable order of a delayed market waits and cannot be cancelled meanwhile', async () => {
    const placed = rowOf(await owner.place(limit(53, 10, { token: delayed.tokens[0] })))
    assert.equal(placed['status'], 'delayed')
    const answer = rowOf(await owner.signed('DELETE', '/order', { orderID: placed['orderID'] }))
    assert.deepEqual(answer['canceled'], [])
    venue.clock.advance(3_000)
    const order = rowOf(await owner.signed('GET', `/data/order/${String(placed['orderID'])}`))
    assert.equal(order['status'], 'MATCHED')
  })

  test('a batch is answered row by row; sixteen are refused whole', async () => {
    const rows = [limit(40, 10), limit(40, 1), limit(41, 10)].map((choice) => eoa.orderBody(choice))
    const reply = await eoa.signed('POST', '/orders', rows)
    const answers = reply.json as Row[]
    assert.deepEqual(
      answers.map((row) => [row['success'], row['status'] !== '']),
      [
        [true, true],
        [false, false],
        [true, true],
      ],
    )
    const many = Array.from({ length: 16 }, () => rows[0])
    assert.equal(
      errorOf(await eoa.signed('POST', '/orders', many)),
      'Too many orders in payload: 16, max allowed: 15',
    )
  })
})

describe('cancelling and reading back', () => {
  test('open orders come in pages that end, and filters narrow them', async () => {
    await eoa.signed('DELETE', '/cancel-all')
    for (const cents of [41, 42, 43, 44]) rowOf(await eoa.place(limit(cents, 10)))
    const first = rowOf(await eoa.signed('GET', '/data/orders?next_cursor=MA=='))
    assert.deepEqual([first['count'], first['limit'], first['next_cursor']], [3, 3, 'Mw=='])
    const second = rowOf(await eoa.signed('GET', '/data/orders?next_cursor=Mw=='))
    assert.deepEqual([second['count'], second['next_cursor']], [1, 'LTE='])
    const past = await eoa.signed('GET', '/data/orders?next_cursor=LTE=')
    assert.deepEqual([past.status, errorOf(past)], [400, 'next item should be greater than or equal to 0'])
    assert.equal(rowOf(await eoa.signed('GET', '/data/orders?asset_id=1'))['count'], 0)
    assert.equal((await eoa.signed('GET', '/data/orders?market=zz')).status, 400)
  })

  test('cancels by id, by market and of everything list every order', async () => {
    const open = venue.exchange.openOrders(eoa.credentials()?.apiKey ?? '').map((order) => order.id)
    const unknown = `0x${'ee'.repeat(32)}`
    const some = rowOf(await eoa.signed('DELETE', '/orders', [open[0], open[0], unknown]))
    assert.deepEqual(some['canceled'], [open[0]])
    assert.deepEqual(Object.keys(some['not_canceled'] as Row), [unknown])
    assert.equal(
      errorOf(
        await eoa.signed(
          'DELETE',
          '/orders',
          Array.from({ length: 1_001 }, () => unknown),
        ),
      ),
      'Too many orders in payload, max allowed: 1000',
    )
    assert.equal(errorOf(await eoa.signed('DELETE', '/order', { orderID: 'x' })), 'Invalid orderID')
    assert.equal((await eoa.signed('DELETE', '/cancel-market-orders', {})).status, 400)
    const byMarket = rowOf(
      await eoa.signed('DELETE', '/cancel-market-orders', { market: ordinary.conditionId, asset_id: YES }),
    )
    assert.deepEqual(byMarket['canceled'], open.slice(1))
    assert.deepEqual(rowOf(await eoa.signed('DELETE', '/cancel-all')), { canceled: [], not_canceled: {} })
  })

  test('balances are base units of the wallet that the signature type names', async () => {
    const read = async (query: string): Promise<Row> =>
      rowOf(await owner.signed('GET', `/balance-allowance?${query}`))
    venue.clock.advance(3_000)
    const cash = await read('asset_type=COLLATERAL&signature_type=3')
    assert.equal(cash['balance'], venue.exchange.cash(DEPOSIT_WALLET).toString())
    const shares = await read(`asset_type=CONDITIONAL&signature_type=3&token_id=${YES}`)
    assert.equal(shares['balance'], venue.exchange.shares(DEPOSIT_WALLET, YES).toString())
    assert.equal((await read('asset_type=COLLATERAL&signature_type=0'))['balance'], '0')
    assert.equal(errorOf(await owner.signed('GET', '/balance-allowance?asset_type=X')), 'Invalid asset type')
    assert.equal(
      errorOf(await owner.signed('GET', '/balance-allowance?asset_type=COLLATERAL&signature_type=4')),
      'Invalid signature_type',
    )
  })

  test('session signers name the wallet and each key with scopes and end', async () => {
    const signers = rowOf(await owner.signed('GET', '/v1/user/session-signers'))
    assert.equal(signers['wallet'], DEPOSIT_WALLET)
    assert.deepEqual((signers['signers'] as Row[])[0]?.['scopes'], ['CLOB', 'COMBOSRFQ'])
  })
})
