import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'

import { createClient, type Reply } from '#test/simulator/client.ts'
import { buildVenue, KEYS, SHARE, until } from '#test/simulator/venue.ts'

type Row = Readonly<Record<string, unknown>>

const venue = buildVenue()
const [YES] = venue.markets[0].tokens
let client: ReturnType<typeof createClient>
let keyId = ''

const choice = { token: YES, makerAmount: 4_000_000n, takerAmount: 10n * SHARE }
const open = () => venue.exchange.openOrders(keyId)

before(async () => {
  const base = `http://127.0.0.1:${await venue.listen('clob', 0)}`
  client = createClient({ base, key: KEYS.eoa, kind: 'eoa', now: () => venue.clock.now() })
  keyId = (await client.login()).apiKey
})
afterEach(() => {
  venue.faults.remove()
  const ids = open().map((order) => order.id)
  venue.exchange.cancel(ids, { owner: keyId })
})
after(() => venue.close())

describe('what the venue does now and then', () => {
  const rowsOf = (reply: Reply): readonly Row[] => (reply.json as { readonly data: readonly Row[] }).data

  test('a trade may be listed before its figures are there', async () => {
    venue.faults.add({ name: 'trade.empty_figures', args: { ms: 3_000 } })
    await client.place({ token: YES, makerAmount: 5_300_000n, takerAmount: 10n * SHARE, type: 'FAK' })
    const figures = async (): Promise<unknown> => {
      const row = rowsOf(await client.signed('GET', '/data/trades'))[0]
      const makers = row?.['maker_orders'] as readonly Row[] | undefined
      return [row?.['size'], row?.['price'], makers?.[0]?.['matched_amount']]
    }
    assert.deepEqual(await figures(), ['', '', ''])
    venue.clock.advance(3_000)
    assert.deepEqual(await figures(), ['10', '0.53', '10'])
  })

  test('sizes of open orders may have twelve decimals', async () => {
    venue.faults.add({ name: 'order.partial_fill' })
    await client.place(choice)
    venue.faults.add({ name: 'orders.long_figures' })
    const [row] = rowsOf(await client.signed('GET', '/data/orders'))
    assert.deepEqual([row?.['original_size'], row?.['size_matched']], ['10.000000000000', '5.000000000001'])
  })

  test('a first answer may say that the order is a duplicate, or come long after the order is known', async () => {
    venue.faults.add({ name: 'order.duplicated', when: { times: 1 } })
    const reply = await client.place(choice)
    assert.deepEqual(
      [reply.status, (reply.json as Row)['error']],
      [400, `order ${open()[0]?.id} is invalid. Duplicated.`],
    )
    venue.faults.add({ name: 'order.answered_late', args: { ms: 50 }, when: { times: 1 } })
    let answered = false
    const late = client.place(choice).then(() => (answered = true))
    await until(() => open().length === 2, 'the order to rest')
    assert.equal(answered, false)
    await late
  })

  test('a refusal for too many requests may say until when as a date', async () => {
    venue.faults.add({ name: 'rate.429', args: { retry_after_s: 2, dated: true }, when: { times: 1 } })
    const { headers } = await client.place(choice)
    const until = Date.parse(headers.get('retry-after') ?? '')
    assert.equal(until, Math.floor((venue.clock.now() + 2_000) / 1000) * 1000)
  })
})
