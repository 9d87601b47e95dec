/** Combos over the whole product: quote, accept, holdings and a lost answer, compared with the venue's own ledger. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Client } from '../../client.ts'
import { comboLedger, comboLegs } from '../../combos.ts'
import { startTerminal, startTerminalProcess, type TestTerminal } from '../../harness.ts'
import { arm } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

type TradingFixture<Terminal extends TestTerminal> = {
  readonly venue: QuietVenue
  readonly terminal: Terminal
  readonly legs: readonly [string, string]
}

async function startTradingFixture<Terminal extends TestTerminal>(
  context: TestContext,
  start: (...given: Parameters<typeof startTerminal>) => Promise<Terminal>,
): Promise<TradingFixture<Terminal>> {
  const venue = await startQuietVenue(context, { seed: 'combos' })
  const terminal = await start(context, { simulator: venue })
  await arm(terminal.client())
  const [first, second] = await comboLegs(terminal.client())
  return { venue, terminal, legs: [first.outcomeId, second.outcomeId] }
}

type LiveQuote = NonNullable<Wire['ComboRfq']['quote']>

async function quoteOf(
  client: Client,
  legs: readonly string[],
  side: 'BUY' | 'SELL' = 'BUY',
  size = '25',
): Promise<LiveQuote> {
  const answer = await client.ok('quoteCombo', {
    body: { client_order_id: randomUUIDv7(), legs: [...legs], side, size },
  })
  assert.equal(answer.result, 'quoted', JSON.stringify(answer))
  assert.ok(answer.quote !== null)
  return answer.quote
}

function rfqOf(client: Client, quote: LiveQuote): Promise<Wire['ComboRfq'] | undefined> {
  return client
    .ok('listComboRfqs')
    .then(({ items }) => items.find((rfq) => rfq.quote?.rfq_id === quote.rfq_id))
}

/** Quotes, accepts and waits for the fill. */
async function fill(
  client: Client,
  legs: readonly string[],
  side: 'BUY' | 'SELL' = 'BUY',
  size = '25',
): Promise<LiveQuote> {
  const quote = await quoteOf(client, legs, side, size)
  const { result, reject } = await client.ok('acceptCombo', {
    body: { client_order_id: randomUUIDv7(), rfq_id: quote.rfq_id, quote_id: quote.quote_id },
  })
  assert.equal(result, 'accepting', JSON.stringify(reject))
  const ended = await waitFor(
    'the end',
    async () => {
      const rfq = await rfqOf(client, quote)
      return rfq?.ended_at === null ? null : rfq
    },
    30_000,
  )
  assert.equal(ended.state, 'filled')
  assert.match(ended.tx_hash ?? '', /^0x[0-9a-f]{64}$/)
  return quote
}

/** Accepts a quote that the venue then does not fill. */
async function fail(
  venue: QuietVenue,
  client: Client,
  legs: readonly string[],
  fault: 'combo.decline' | 'combo.fail',
): Promise<void> {
  await venue.control('/faults', { name: fault, match: { service: 'combos' }, when: { times: 1 } })
  const quote = await quoteOf(client, legs)
  const { result } = await client.ok('acceptCombo', {
    body: { client_order_id: randomUUIDv7(), rfq_id: quote.rfq_id, quote_id: quote.quote_id },
  })
  assert.equal(result, fault === 'combo.decline' ? 'not_filled' : 'accepting')
  await waitFor(
    `the end after ${fault}`,
    async () => (await rfqOf(client, quote))?.state === 'not_filled',
    30_000,
  )
}

/** Acceptances with the kinds of their notices, in the order of the acceptances. */
async function notificationsOf(client: Client): Promise<readonly (readonly [id: string, kind: string])[]> {
  const { items } = await client.ok('listNotifications')
  return items
    .flatMap(({ client_order_id: id, kind }): [string, string][] => {
      return id !== null && kind.startsWith('combo_') ? [[id, kind]] : []
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Every acceptance so far has one notice, of its own end. */
async function assertNotifiedOnce(client: Client): ReturnType<typeof notificationsOf> {
  const { items } = await client.ok('listComboRfqs')
  const ends = items
    .flatMap(({ accept_client_order_id: id, state }): [string, string][] => {
      return id === null ? [] : [[id, state === 'filled' ? 'combo_filled' : 'combo_failed']]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return waitFor('each outcome to be published once', async () => {
    const notifications = await notificationsOf(client)
    if (notifications.length < ends.length) return null
    assert.deepEqual(notifications, ends)
    return notifications
  })
}

// Each on a terminal of its own, and most of the time waiting.
describe('combos over the whole product', { concurrency: 2 }, () => {
  test('INV-13 a combo is quoted, accepted with the quote’s amounts, notified, held at cost and counted', async (context) => {
    const { venue, terminal, legs } = await startTradingFixture(context, startTerminal)
    const client = terminal.client()
    const live = await client.live()
    await live.subscribe('combo_rfqs')
    await live.subscribe('combo_positions')
    const trading = await client.ok('readTrading')
    assert.deepEqual([trading.combos_can_trade, trading.combos_reasons], [true, []])

    const quote = await fill(client, legs)
    assert.ok(quote.expires_in_ms > 0 && quote.expires_in_ms <= 10_000)
    assert.equal(quote.total, '25')
    const [accepted] = (await comboLedger(venue)).accepts.filter(({ rfq_id: id }) => id === quote.rfq_id)
    assert.ok(accepted !== undefined)

    // The data service comes up to 8 s late, and what is held is read 2 s and 10 s after a fill.
    const position = await waitFor(
      'the position',
      async () => (await client.ok('listComboPositions')).items[0],
      30_000,
    )
    assert.deepEqual([position.status, position.size], ['open', quote.shares])
    assert.deepEqual(new Set(position.legs.map(({ outcome_id: id }) => id)), new Set(legs))
    await waitFor('the cost in the account', async () => {
      const account = await client.ok('readAccount')
      return account.combo_cost_basis === position.cost_basis
    })
    const [activity] = await waitFor(
      'the activity, which the venue tells some seconds later',
      async () => {
        const { items } = await client.ok('listComboActivity')
        return items.length > 0 ? items : null
      },
      30_000,
    )
    assert.deepEqual([activity?.kind, activity?.side], ['trade', 'BUY'])
    await waitFor('the news', () => live.frames('combo_positions').length > 1)
    // Messages are merged: of what passes within 100 ms only the last is published.
    await waitFor('the fill to be published', () =>
      live.frames('combo_rfqs').some((frame) => JSON.stringify(frame).includes('"state":"filled"')),
    )

    const sold = await fill(client, legs, 'SELL', position.size)
    assert.equal(sold.maker_amount_e6, quote.taker_amount_e6)
    await waitFor(
      'nothing to be held',
      async () => {
        const account = await client.ok('readAccount')
        return (await client.ok('listComboPositions')).items.length === 0 && account.combo_cost_basis === '0'
      },
      30_000,
    )

    const again = await client.ok('quoteCombo', {
      body: { client_order_id: randomUUIDv7(), legs: [legs[0], legs[0]], side: 'BUY', size: '25' },
    })
    assert.equal(again.reject?.code, 'combo_contradictory_legs')
    await fail(venue, client, legs, 'combo.decline')
    await fail(venue, client, legs, 'combo.fail')
    const verdict = await client.ok('verifyAudit')
    assert.ok(verdict.ok)
    const notifications = await assertNotifiedOnce(client)
    // The next life reads the ends of the last day again.
    await terminal.restart()
    await arm(terminal.client())
    assert.deepEqual(await notificationsOf(terminal.client()), notifications)
    const { violations } = (await venue.control('/violations')) as { readonly violations: unknown }
    assert.deepEqual(violations, [])
  })

  test('INV-21 an accept whose answer is lost and whose terminal is killed is found out, never sent again', async (context) => {
    const { venue, terminal, legs } = await startTradingFixture(context, startTerminalProcess)
    const quote = await quoteOf(terminal.client(), legs)
    await venue.control('/faults', {
      name: 'combo.accept_timeout_filled',
      match: { service: 'combos' },
      when: { times: 1 },
    })
    const body = { client_order_id: randomUUIDv7(), rfq_id: quote.rfq_id, quote_id: quote.quote_id }
    const lost = terminal
      .client()
      .call('acceptCombo', { body })
      .catch(() => null)
    await waitFor('the accept', async () => (await comboLedger(venue)).accepts.length === 1)
    await terminal.kill('SIGKILL')
    await lost
    await terminal.restart()
    const client = terminal.client()
    const ended = await waitFor('the end', async () => {
      const rfq = await rfqOf(client, quote)
      return rfq?.state === 'filled' ? rfq : null
    })
    assert.equal(ended.accept_client_order_id, body.client_order_id)
    await arm(client)
    const other = await client.ok('acceptCombo', { body: { ...body, client_order_id: randomUUIDv7() } })
    assert.equal(other.reject?.code, 'combo_already_accepted')
    const same = await client.ok('acceptCombo', { body })
    assert.deepEqual([same.replayed, same.result], [true, 'filled'])
    assert.equal((await comboLedger(venue)).acceptPaths.length, 1)
    const notices = await waitFor('the notice', async () => {
      const { items } = await client.ok('listNotifications')
      const found = items.filter((one) => one.client_order_id === body.client_order_id)
      return found.length > 0 ? found : null
    })
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['combo_filled'],
    )
  })
})
