import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'

import { createManualClock, type ControlledClock } from '../clock.ts'
import { MADE_UP_NAMES } from '../profile.ts'
import { createSimulation, type Simulation } from '../simulation.ts'

const START = Date.UTC(2026, 10, 20, 18, 30)

function simulationOf(
  seed: string,
  traderRate = 40,
): { readonly simulation: Simulation; readonly clock: ControlledClock } {
  const clock = createManualClock(START)
  return { clock, simulation: createSimulation({ seed, clock, names: MADE_UP_NAMES, events: 0, traderRate }) }
}

function openTokens({ exchange }: Simulation): string[] {
  return [...exchange.markets()].filter((market) => !market.closed).map((market) => market.tokens[0])
}

/** A fingerprint of every book: the books themselves would fill the screen when they differ. */
function books(simulation: Simulation): string {
  const levels = openTokens(simulation).flatMap((token) => {
    const { bids, asks } = simulation.exchange.levels(token)
    return [...bids, ...asks].map(({ price, size }) => `${price}:${size}`)
  })
  return `${levels.length} levels, ${hash('sha256', levels.join(' '), 'hex')}`
}

describe('the simulated traders', () => {
  test('gives every open market a book on its tick at the start, with depth where people trade', () => {
    const { simulation } = simulationOf('a')
    for (const token of openTokens(simulation)) {
      const { bids, asks } = simulation.exchange.levels(token)
      const tick = simulation.exchange.marketOfToken(token)?.tick ?? 1
      assert.ok(bids.length > 0 && asks.length > 0, `no book for ${token}`)
      assert.ok(bids.length + asks.length >= 6)
      for (const { price } of [...bids, ...asks]) assert.equal(price % tick, 0)
    }
    simulation.stop()
  })

  test('keeps the exchange whole, the books uncrossed and itself busy over a minute of trading', () => {
    const { simulation, clock } = simulationOf('b')
    let trades = 0
    const moved = new Set<string>()
    simulation.exchange.subscribe((event) => {
      if (event.type === 'trade') trades += 1
      if (event.type === 'levels') moved.add(event.market.conditionId)
    })
    clock.advance(60_000)
    assert.deepEqual(simulation.exchange.audit(), [])
    assert.ok(trades > 200, `${trades} trades`)
    assert.ok(moved.size > 100, `${moved.size} markets moved`)
    simulation.stop()
  })

  test('does the same for the same seed and something else for another', () => {
    const [one, same, other] = ['c', 'c', 'd'].map((seed) => {
      const { simulation, clock } = simulationOf(seed)
      clock.advance(5000)
      const shown = books(simulation)
      simulation.stop()
      return shown
    })
    assert.equal(one, same)
    assert.notEqual(one, other)
  })

  test('rests while the clock makes a long step, and with a rate of 0 opens no book', () => {
    const { simulation, clock } = simulationOf('e')
    let placed = 0
    simulation.exchange.subscribe((event) => {
      if (event.type === 'order' && event.change === 'PLACEMENT') placed += 1
    })
    simulation.simulatedTraders.quietly(() => clock.advance(2000))
    assert.equal(placed, 0)
    clock.advance(2000)
    assert.ok(placed > 0)
    const silent = simulationOf('e', 0)
    assert.match(books(silent.simulation), /^0 levels/)
    simulation.stop()
    silent.simulation.stop()
  })
})

describe('games on the exchange', () => {
  test('a game that starts clears its books, and the simulated traders fill them again', () => {
    const { simulation, clock } = simulationOf('f')
    const event = simulation.world.events().find((each) => (each.definition.game?.startsAt ?? 0) > START)
    const listed = event?.markets[0]?.listed
    assert.ok(event?.definition.game !== undefined && listed !== null && listed !== undefined)
    let cleared = 0
    simulation.exchange.subscribe((change) => {
      if (change.type === 'order' && change.change === 'CANCELLATION' && change.market === listed) {
        if (change.order.status === 'INVALID') cleared += 1
      }
    })
    const untilStart = event.definition.game.startsAt - START
    simulation.simulatedTraders.quietly(() => clock.advance(untilStart - 1000))
    clock.advance(2000)
    assert.ok(cleared > 5, `${cleared} orders cleared`)
    clock.advance(30_000)
    assert.ok(simulation.exchange.levels(listed.tokens[0]).bids.length > 0)
    assert.equal(simulation.games.stateOf(event)?.live, true)
    simulation.stop()
  })

  test('a finished game resolves every one of its markets and pays the holders', () => {
    const { simulation, clock } = simulationOf('g')
    const event = simulation.world.events().find((each) => each.definition.game?.league.code === 'epl')
    const market = event?.markets[0]
    assert.ok(event !== undefined && market?.listed !== undefined && market.listed !== null)
    const wallet = simulation.accounts.depositWallet
    for (const token of market.listed.tokens) simulation.exchange.grantShares(wallet, token, 10_000_000n)
    const cash = simulation.exchange.cash(wallet)
    simulation.simulatedTraders.quietly(() => clock.advance(4 * 3_600_000))
    assert.equal(simulation.games.stateOf(event)?.ended, true)
    assert.ok(event.markets.every(({ listed }) => listed?.winner !== null))
    assert.ok(simulation.exchange.cash(wallet) >= cash + 10_000_000n)
    assert.deepEqual(simulation.exchange.audit(), [])
    simulation.stop()
  })
})

describe('an order of a real account', () => {
  test('that rests inside the spread is filled by the simulated traders, and no maker order is left behind', () => {
    const { simulation, clock } = simulationOf('h')
    const { exchange, world, accounts } = simulation
    const market = world.eventBySlug('sundara-constitution-referendum-passes')?.markets[0]
    assert.ok(market?.listed !== undefined && market.listed !== null)
    const [token] = market.listed.tokens
    const id = `0x${'ab'.repeat(32)}`
    exchange.place({
      id,
      wallet: accounts.depositWallet,
      owner: 'somebody',
      token,
      side: 'BUY',
      price: exchange.levels(token).bids[0]?.price ?? 0,
      size: 300_000_000n,
      type: 'GTC',
      postOnly: true,
      expiresAt: null,
      budget: null,
      signed: null,
    })
    market.anchor = 8000
    clock.advance(240_000)
    assert.equal(exchange.order(id)?.status, 'MATCHED')
    const { bids } = exchange.levels(token)
    assert.ok((bids[0]?.price ?? 0) < 8700, `best bid ${bids[0]?.price}`)
    assert.ok(bids.length <= 16, `${bids.length} levels`)
    assert.deepEqual(exchange.audit(), [])
    simulation.stop()
  })
})
