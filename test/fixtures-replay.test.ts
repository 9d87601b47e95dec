/** Every recorded payload of the venue read by the real decoders, when the recordings stand beside the checkout. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { parseEventId, parseOutcomeId } from '#core/ids.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Side } from '#core/order/order.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { decodeSecret, l2Signature } from '#venue/auth/l2.ts'
import { createL1Signer } from '#venue/auth/l1.ts'
import { historyFromWire, bookReadFromWire } from '#venue/catalog/market-reads.ts'
import { marketFromWire } from '#venue/catalog/market-row.ts'
import { eventFromWire, leagueFromWire, tagFromWire, teamFromWire } from '#venue/catalog/translate.ts'
import { cancelOutcome } from '#venue/clob/cancel.ts'
import { placeOutcome } from '#venue/clob/place.ts'
import { readTrade } from '#venue/clob/trades.ts'
import { readOrder } from '#venue/clob/translate.ts'
import { readBalance } from '#venue/clob/account.ts'
import { listingOf } from '#venue/clob/key-listing.ts'
import { credentialsOf } from '#venue/clob/keys.ts'
import { errorText } from '#venue/bodies.ts'
import { readMarketBytes } from '#venue/feeds/market-scan.ts'
import { readGameFrame } from '#venue/feeds/sports-frames.ts'
import { readUserFrame } from '#venue/feeds/user-frames.ts'
import { geoblockFromWire } from '#venue/geoblock.ts'
import { fromHex } from '#venue/signing/bytes.ts'
import { domainSeparator } from '#venue/signing/domains.ts'
import { createOrderSigner } from '#venue/signing/order.ts'
import { fieldsOf, formOf, testCurve as curve } from '#venue/testing/vectors.ts'
import type { VectorOrder } from '#venue/testing/vectors.ts'

const FOLDER = new URL('../../shared/fixtures/', import.meta.url)
const PRESENT = existsSync(FOLDER)
/** Answers that the terminal never asks for. */
const NOT_READ = [
  'clob-quotes',
  'clob-market-info',
  'clob-markets-verbose',
  'catalog-errors',
  'catalog-search-response',
]
/** Services whose adapters check their own recordings. */
const ELSEWHERE = /^(?:data|combos)-/

/** Combo orders write the side as a number. */
const SIDES: Readonly<Record<string, Side>> = { BUY: 'BUY', SELL: 'SELL', 0: 'BUY', 1: 'SELL' }

type Row = Readonly<Record<string, unknown>>

const checked = new Set<string>()

function text(name: string): string {
  checked.add(name)
  return readFileSync(new URL(name, FOLDER), 'utf8')
}

function read(name: string): unknown {
  return JSON.parse(text(`${name}.json`)) as unknown
}

function rows(value: unknown): readonly Row[] {
  return (Array.isArray(value) ? value : [value]) as readonly Row[]
}

function field(value: unknown, name: string): unknown {
  return (value as Row)[name]
}

function files(pattern: RegExp): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => pattern.test(name))
    .map((name) => name.replace(/\.json$/, ''))
    .filter((name) => !NOT_READ.includes(name))
}

function tokensIn(frame: unknown): readonly string[] {
  return rows(frame).flatMap((one) => [
    ...(typeof one['asset_id'] === 'string' ? [one['asset_id']] : []),
    ...(Array.isArray(one['price_changes']) ? tokensIn(one['price_changes']) : []),
    ...(Array.isArray(one['assets_ids']) ? (one['assets_ids'] as readonly string[]) : []),
  ])
}

function followed(frame: unknown): Map<string, { readonly outcomeId: OutcomeId }> {
  const map = new Map<string, { readonly outcomeId: OutcomeId }>()
  for (const token of tokensIn(frame)) {
    const outcomeId = parseOutcomeId(`pm:${token}`)
    if (outcomeId !== null) map.set(token, { outcomeId })
  }
  return map
}

function replay(frame: unknown): readonly MarketFeedEvent[] {
  const events: MarketFeedEvent[] = []
  const verdict = readMarketBytes(Buffer.from(JSON.stringify(frame)), followed(frame), (event) =>
    events.push(event),
  )
  assert.notEqual(verdict.kind, 'unreadable', JSON.stringify(frame).slice(0, 200))
  assert.ok(verdict.kind !== 'ignored' || verdict.unknownKind === null)
  return events
}

function replies(value: unknown): readonly Row[] {
  return Object.values(value as Readonly<Record<string, unknown>>).flatMap((one) => rows(one))
}

function recorded(title: string, check: (context: TestContext) => void | Promise<void>): void {
  test(title, { skip: PRESENT ? false : 'no recordings beside the checkout' }, check)
}

describe('recorded payloads of the venue', () => {
  test('are there to be replayed, or their absence is reported', (context) => {
    context.diagnostic(
      PRESENT ? 'recordings replayed' : `no recordings at ../shared/fixtures: nothing replayed`,
    )
  })

  recorded('catalog: every event is read, and only old markets without a book are left out', () => {
    let skipped = 0
    let markets = 0
    for (const name of files(/^catalog-events?-.*\.json$/)) {
      const value = read(name)
      for (const row of rows(Array.isArray(field(value, 'events')) ? field(value, 'events') : value)) {
        const event = eventFromWire(row)
        assert.ok(event !== null, name)
        skipped += event.skipped
        markets += event.event.markets.length
        assert.notEqual(event.event.title, '')
      }
    }
    assert.equal(skipped, 0)
    assert.equal(markets, 33)
  })

  recorded('catalog: every market is read, or is one of the old ones', (context) => {
    const eventId = parseEventId('pm:1')
    assert.ok(eventId !== null)
    for (const name of files(/^catalog-markets?-.*\.json$/)) {
      const value = read(name)
      const list = rows(Array.isArray(field(value, 'markets')) ? field(value, 'markets') : value)
      const unread: readonly Row[] = list.filter((row): boolean => marketFromWire(row, eventId) === null)
      if (name !== 'catalog-markets-closed-legacy') assert.equal(unread.length, 0, name)
      else context.diagnostic(`${unread.length} of ${list.length} old markets left out`)
    }
  })

  recorded('catalog: tags, teams and leagues', () => {
    assert.ok(rows(read('catalog-tags')).every((row) => tagFromWire(row) !== null))
    assert.ok(rows(read('catalog-teams')).every((row) => teamFromWire(row) !== null))
    assert.ok(rows(read('catalog-sports')).every((row) => leagueFromWire(row) !== null))
  })

  recorded('order book: books, price history, the geographic check', () => {
    for (const name of files(/^clob-books?.*\.json$/)) {
      for (const row of rows(read(name))) {
        const outcomeId = parseOutcomeId(`pm:${String(row['asset_id'])}`)
        assert.ok(outcomeId !== null && bookReadFromWire(row, outcomeId) !== null, name)
      }
    }
    assert.equal(historyFromWire(read('clob-prices-history'))?.length, 288)
    assert.equal(historyFromWire(read('clob-prices-history-empty'))?.length, 0)
    const geoblock = read('geoblock')
    assert.deepEqual(geoblockFromWire(field(geoblock, 'allowed')), { kind: 'answered', blocked: false })
    assert.deepEqual(geoblockFromWire(field(geoblock, 'blocked')), { kind: 'answered', blocked: true })
  })

  recorded('order book: open orders and trades, every row', () => {
    const orders = [
      ...files(/^clob-open-orders-.*\.json$/).flatMap((name) => rows(field(read(name), 'data'))),
      ...replies(read('clob-order-by-id')).flatMap((page) => rows(page['data'])),
    ]
    for (const row of orders) {
      const order = readOrder(row)
      assert.ok(order.ok)
      assert.notEqual(order.value.state, 'unrecognised')
    }
    for (const row of rows(field(read('clob-trades'), 'data'))) {
      const trade = readTrade(row)
      assert.deepEqual(trade.ok && trade.value.notUnderstood, [])
    }
  })

  recorded('order book: answers to orders and cancels, keys, balances, signers', () => {
    for (const row of replies(read('clob-order-responses'))) {
      const outcome = placeOutcome({
        kind: 'answered',
        status: 200,
        json: row,
        retryAfterMs: null,
        text: '',
        source: 'venue',
      })
      const expected = row['errorMsg'] === '' ? 'accepted' : 'refused'
      assert.equal(outcome.kind, expected, JSON.stringify(row))
    }
    for (const row of replies(read('clob-cancel-responses'))) {
      assert.equal(
        cancelOutcome(
          { kind: 'answered', status: 200, json: row, retryAfterMs: null, text: '', source: 'venue' },
          null,
        ).kind,
        'answered',
      )
    }
    const account = read('clob-account')
    assert.ok(credentialsOf(field(account, 'api_key')) !== null)
    for (const name of ['balance_collateral', 'balance_conditional', 'balance_without_allowances']) {
      assert.ok(readBalance(field(account, name), []).ok, name)
    }
    for (const name of ['session_signers', 'session_signers_empty']) {
      assert.ok(listingOf(field(account, name), '0x', null).ok, name)
    }
  })

  recorded(
    'order book: every documented error of a placement ends as refused or unknown, never as accepted',
    () => {
      const errors = read('clob-errors') as Readonly<Record<string, readonly Row[]>>
      for (const { http, body } of Object.values(errors).flat()) {
        const outcome = placeOutcome({
          kind: 'answered',
          status: Number(http),
          json: body,
          retryAfterMs: null,
          text: '',
          source: 'venue',
        })
        if (http === 200) continue
        assert.ok(outcome.kind === 'refused' || outcome.kind === 'unknown', JSON.stringify(body))
        assert.ok(Number(http) < 500 || Number(http) === 503 || outcome.kind === 'unknown')
        assert.notEqual(errorText(body), '')
      }
    },
  )

  recorded('market channel: every frame', () => {
    for (const name of files(/^ws-market-.*\.json$/)) {
      const value = read(name)
      const whole = name === 'ws-market-initial-books' || name === 'ws-market-initial-empty'
      for (const frame of whole ? [value] : rows(value)) replay(frame)
    }
    const session = text('ws-market-session.ndjson').trim().split('\n')
    const kinds = new Set(session.flatMap((line) => replay(JSON.parse(line))).map((event) => event.type))
    for (const kind of ['snapshot', 'changes', 'trade'] as const) assert.ok(kinds.has(kind), kind)
  })

  recorded('user channel: every frame', () => {
    for (const name of files(/^ws-user-.*\.json$/)) {
      for (const row of replies(read(name))) {
        const frame = readUserFrame(JSON.stringify(row))
        assert.equal(frame.unreadable, 0, JSON.stringify(row).slice(0, 300))
        assert.equal(frame.events.length, 1)
      }
    }
  })

  recorded('sports channel: every frame, cricket passed over', () => {
    const frames = [
      ...replies(read('ws-sports-frames')).flatMap((group) => Object.values(group)),
      ...text('ws-sports-session.ndjson')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ]
    for (const frame of frames) {
      const cricket = field(frame, 'leagueAbbreviation') === 'cricket'
      assert.equal(
        readGameFrame(JSON.stringify(frame)).kind,
        cricket ? 'no_game_id' : 'read',
        JSON.stringify(frame),
      )
    }
  })

  recorded('signing: the recorded signatures of an official client', async () => {
    const vectors = read('signing-vectors') as {
      readonly exchange_name: string
      readonly chain_id: number
      readonly private_key: string
      readonly clob_auth: { readonly timestamp: string; readonly nonce: number; readonly signature: string }
      readonly hmac_l2: readonly {
        readonly secret: string
        readonly timestamp: string
        readonly method: string
        readonly path: string
        readonly body: string | null
        readonly signature: string
      }[]
      readonly computed_orders: readonly {
        readonly name: string
        readonly exchange: string
        readonly exchange_version: string
        readonly private_key: string
        readonly order: VectorOrder
        readonly order_id: string
        readonly signature: string
      }[]
    }
    const l1 = createL1Signer({
      curve,
      key: fromHex(vectors.private_key),
      domainName: 'ClobAuthDomain',
      chainId: vectors.chain_id,
      headerPrefix: 'VENUE',
    })
    const { timestamp, nonce, signature } = vectors.clob_auth
    assert.equal(new Map(l1(timestamp, BigInt(nonce))).get('VENUE_SIGNATURE'), signature)
    for (const one of vectors.hmac_l2) {
      const key = decodeSecret(one.secret)
      assert.ok(key !== null)
      assert.equal(l2Signature(key, { ...one, body: one.body ?? '' }), one.signature)
    }
    for (const one of vectors.computed_orders) {
      const key = fromHex(one.private_key)
      const length = (one.signature.length - 2) / 2
      const mode = length === 65 ? 'eoa' : length === 317 ? 'owner' : 'session'
      const sign = createOrderSigner({
        curve,
        chainId: vectors.chain_id,
        key,
        form: formOf(mode, one.order.maker, curve.address(key)),
      })
      const separator = domainSeparator({
        name: vectors.exchange_name,
        version: one.exchange_version,
        chainId: vectors.chain_id,
        verifyingContract: one.exchange,
      })
      const side = SIDES[one.order.side]
      assert.ok(side !== undefined)
      assert.deepEqual(
        sign(separator, fieldsOf({ ...one.order, side })),
        { orderId: one.order_id, signature: one.signature },
        one.name,
      )
    }
  })

  recorded('none is forgotten', () => {
    const unread = readdirSync(FOLDER).filter((name) => {
      const base = name.replace(/\.json$/, '')
      return name !== 'README.md' && !checked.has(name) && !NOT_READ.includes(base) && !ELSEWHERE.test(name)
    })
    assert.deepEqual(unread, [])
  })
})
