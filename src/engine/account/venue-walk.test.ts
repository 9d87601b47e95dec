import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import {
  createManualClock,
  createScriptedVenue,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  whole,
} from '../testing/market-fakes.ts'
import { walkVenue, type WalkedVenue } from './venue-walk.ts'

const IDENTITY = { walletAddress: null, signerAddress: null, hasKey: false, hasConfiguredCredentials: false }

/** A venue of two events: the more liquid one has a book of one side, the other is at 0.44. */
function walked(change: Partial<WalkedVenue> = {}): WalkedVenue {
  const catalog = createScriptedVenue()
  catalog.listed.push(sampleEvent(2), sampleEvent(1))
  const side = { hash: '', at: 0 }
  catalog.books.set(outcomeId(4), {
    ...side,
    outcomeId: outcomeId(4),
    marketId: marketId(2),
    bids: [[price(5_000), whole(10)]],
    asks: [],
  })
  catalog.books.set(outcomeId(2), {
    ...side,
    outcomeId: outcomeId(2),
    marketId: marketId(1),
    bids: [[price(4_400), whole(10)]],
    asks: [[price(4_600), whole(10)]],
  })
  return {
    clock: createManualClock(),
    account: {
      hasCredentials: () => false,
      identity: IDENTITY,
      openOrders: async () => ok({ orders: [], notUnderstood: [] }),
      trades: async () => ok({ trades: [], notUnderstood: [] }),
    },
    catalog,
    data: null,
    combos: null,
    firstBook: async () => ok(40),
    ...change,
  }
}

const lineOf = async (venue: WalkedVenue, check: string): Promise<string | null> => {
  const found = (await walkVenue(venue)).find((finding) => finding.check === check)
  return found === undefined ? null : `${found.state}: ${found.found}`
}

describe('the walk through the venue', () => {
  test('suggests the smallest order far from a market whose book has two sides', async () => {
    assert.equal(
      await lineOf(walked(), 'to try first'),
      'ok: buy 5 Yes @ 0.01, post-only, in "Question 1?" of Event 1 (best bid 0.44, reserves 0.05 pUSD); see it on the venue\'s page, then Cancel all',
    )
  })

  test('names a feed that brings no book, or brings it late', async () => {
    const silent = walked({ firstBook: async () => err('no book within 20 s') })
    assert.equal(await lineOf(silent, 'first book of the feed'), 'fail: none: no book within 20 s')
    const slow = walked({ firstBook: async () => ok(6_000) })
    assert.equal(await lineOf(slow, 'first book of the feed'), 'warn: after 6000 ms')
  })

  test('suggests nothing where no market has a book', async () => {
    const venue = walked()
    assert.equal(await lineOf({ ...venue, catalog: createScriptedVenue() }, 'to try first'), null)
    assert.match(
      (await lineOf({ ...venue, catalog: createScriptedVenue() }, 'book')) ?? '',
      /^fail: no market/,
    )
  })
})
