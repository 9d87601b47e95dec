/** The venue of the page's benchmark: one event with many markets whose books change ten times a second, all of them. */
import { setInterval as every } from 'node:timers/promises'
import { createHostClock } from '#simulator/clock.ts'
import { closeAll, createServices, listenAll } from '#simulator/listeners.ts'
import { loopbackProfile, MADE_UP_NAMES, NO_PORTS } from '#simulator/profile.ts'
import { createSimulation, type Simulation } from '#simulator/simulation.ts'
import { createDice } from './measure.ts'

/** Twelve markets. */
export const EVENT = 'nba-champion-this-season'
const CHANGES_PER_SECOND = 10
/** On each side. */
const LEVELS = 20
/** Levels of each side that change each time: 10 rows of a ladder. */
const CHANGED = 5
const SHARE = 1_000_000n
const MIDDLE = 5_000
const WALLET = 'bench'
/** A level of the first outcome that no random change touches: its size is unique at each change. */
export const MARKED = {
  price: '0.47',
  level: 2,
  from: 2_000,
  to: 9_999,
  pattern: '/"0\\.47","([2-9]\\d{3})"/',
}

if (import.meta.main) await beVenue()

async function beVenue(): Promise<void> {
  const simulation = createSimulation({
    seed: 'bench',
    clock: createHostClock(),
    names: MADE_UP_NAMES,
    events: 0,
    traderRate: 0,
  })
  const services = createServices(simulation)
  const ports = await listenAll(services.table, { ...NO_PORTS })
  const trade = traffic(simulation)
  process.send?.({
    profile: loopbackProfile(MADE_UP_NAMES, ports),
    wallet: simulation.accounts.depositWallet,
    key: simulation.accounts.sessionKey,
    marked: trade.marked,
  })
  process.once('message', () => {
    process.removeAllListeners('disconnect')
    void closeAll(services.table).then(() => process.exit(0))
  })
  process.once('disconnect', () => process.exit(0))
  for await (const _ of every(1_000 / CHANGES_PER_SECOND)) trade.change()
}

/** Fills the books of the event; each `change` changes all of them. */
function traffic({ world, exchange }: Simulation): {
  readonly change: () => void
  /** The outcome with the marked level. */
  readonly marked: string
} {
  exchange.deposit(WALLET, 1_000_000_000n * SHARE)
  const dice = createDice(3)
  const outcomes = [...world.events()]
    .filter(({ definition }) => definition.slug === EVENT)
    .flatMap(({ markets }) =>
      markets.flatMap(({ listed }) => listed?.tokens.map((token) => ({ token, tick: listed.tick })) ?? []),
    )
  let placed = 0

  /** A bid for either outcome; one for the second is an offer of the first. */
  function bid(
    { token, tick }: (typeof outcomes)[number],
    level: number,
    size = BigInt(10 + Math.floor(dice() * 900)),
  ): string {
    placed += 1
    const id = `0x${placed.toString(16).padStart(64, 'b')}`
    exchange.place({
      id,
      wallet: WALLET,
      owner: WALLET,
      token,
      side: 'BUY',
      price: MIDDLE - (1 + level) * tick,
      size: size * SHARE,
      type: 'GTC',
      postOnly: false,
      expiresAt: null,
      budget: null,
      signed: null,
    })
    return id
  }

  const isMarked = (outcome: (typeof outcomes)[number], level: number): boolean =>
    outcome === outcomes[0] && level === MARKED.level

  const books = outcomes.map((outcome) => {
    for (let level = 0; level < LEVELS; level += 1) if (!isMarked(outcome, level)) bid(outcome, level)
    return { outcome, extra: new Map<number, string>() }
  })
  let size = MARKED.from
  let mark: string | null = null

  function change(): void {
    const [first] = outcomes
    if (first !== undefined) {
      if (mark !== null) exchange.cancel([mark], { owner: WALLET })
      size = size === MARKED.to ? MARKED.from : size + 1
      mark = bid(first, MARKED.level, BigInt(size))
    }
    for (const { outcome, extra } of books) {
      for (let change = 0; change < CHANGED; change += 1) {
        const level = Math.floor(dice() * LEVELS)
        if (isMarked(outcome, level)) continue
        const resting = extra.get(level)
        if (resting === undefined) extra.set(level, bid(outcome, level))
        else {
          exchange.cancel([resting], { owner: WALLET })
          extra.delete(level)
        }
      }
    }
  }

  return { change, marked: outcomes[0]?.token ?? '' }
}
