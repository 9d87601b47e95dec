/**
 * Keeps the world from running dry and from growing: what has ended is settled, games are always to come, the next short
 * window opens, and what was listed for that goes some hours after its end.
 */
import type { Parts } from '../parts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { SimulatorRandom } from '../types.ts'
import type { EventDefinition } from './definition.ts'
import { gameEvents } from './games/layouts.ts'
import type { LiveGames } from './games/live.ts'
import { drawnGame } from './games/schedule.ts'
import { BITCOIN_SERIES, bitcoinWindow } from './bitcoin-window.ts'
import type { EventEntry, MarketEntry } from './entries.ts'

type RollingDeps = Pick<Parts, 'world' | 'exchange' | 'clock' | 'random'> & {
  readonly games: LiveGames
  readonly simulatedTraders: { open(market: MarketEntry): void }
  /** Tokens that real accounts have traded: their events stay. */
  used(): ReadonlySet<string>
}

/** An event that was listed here, with its companions. */
type Group = { readonly events: EventEntry[]; endedAt: number | null }

const LOOK_MS = 15_000
const MINUTE_MS = 60_000
/** A game is to start within this time, always. */
const NEXT_GAME_MS = 12 * MINUTE_MS
/** So many games are to start within a day, always. */
const COMING_GAMES = 10
const DAY_MINUTES = 24 * 60
/** Unused listings are dropped so long after they have closed. */
const KEPT_MS = 4 * 60 * MINUTE_MS
const SWEEP_MS = 10 * MINUTE_MS
const FIRST_SERIAL = 50_000

/** Starts looking after the world; answers the function that stops it. */
export function keepRolling(deps: RollingDeps): () => void {
  const { world, clock, random } = deps
  const groups = new Map<string, Group>()
  let serial = FIRST_SERIAL

  function list(definition: EventDefinition): void {
    const event = world.add(definition)
    const key = definition.parent ?? definition.key
    const group = groups.get(key) ?? { events: [], endedAt: null }
    groups.set(key, group)
    group.events.push(event)
    for (const { listed } of event.markets) if (listed !== null) deps.exchange.list(listed)
    deps.games.add(event)
    for (const market of event.markets) deps.simulatedTraders.open(market)
  }

  function nextGame(): void {
    const now = clock.now()
    const waits = world.events().flatMap(({ definition: { game, parent } }) => {
      const wait = (game?.startsAt ?? 0) - now
      return parent === undefined && wait > 0 && wait < DAY_MINUTES * MINUTE_MS ? [wait] : []
    })
    if (!waits.some((wait) => wait < NEXT_GAME_MS)) listGame(random.integer(4, 10))
    else if (waits.length < COMING_GAMES) listGame(random.integer(30, DAY_MINUTES - 1))
  }

  function listGame(inMinutes: number): void {
    serial += 1
    const startsAt = (Math.ceil(clock.now() / MINUTE_MS) + inMinutes) * MINUTE_MS
    const events = gameEvents(
      drawnGame(random, () => startsAt, [3000, 7000], serial),
      3,
    )
    // The same teams may have met today: then another game comes at the next look.
    if (events.some((event) => world.eventByKey(event.key) !== undefined)) return
    for (const event of events) list(event)
  }

  function nextWindow(ended: EventEntry): void {
    if (ended.definition.series?.slug !== BITCOIN_SERIES) return
    const next = bitcoinWindow(Math.max(ended.definition.endsAt, clock.now()))
    if (world.eventByKey(next.key) === undefined) list(next)
  }

  function sweep(): void {
    const now = clock.now()
    const used = deps.used()
    for (const [key, group] of groups) {
      const markets = group.events.flatMap((event) => event.markets)
      if (markets.some(({ listed }) => listed?.closed === false)) continue
      group.endedAt ??= now
      if (now - group.endedAt < KEPT_MS) continue
      if (markets.some(({ listed }) => listed?.tokens.some((token) => used.has(token)))) continue
      groups.delete(key)
      for (const event of group.events) world.drop(event)
      for (const { listed } of markets) if (listed !== null) deps.exchange.drop(listed.conditionId)
    }
  }

  const stopSweeping = clock.every(SWEEP_MS, sweep)
  const stopLooking = clock.every(LOOK_MS, () => {
    const now = clock.now()
    for (const event of world.events()) {
      if (event.definition.game !== undefined || event.definition.endsAt > now) continue
      if (settle(event, deps.exchange, random)) nextWindow(event)
    }
    nextGame()
  })
  return () => {
    stopSweeping()
    stopLooking()
  }
}

/** Resolves what is open of an event by one draw from its last fair prices. Returns whether anything was open. */
function settle(event: EventEntry, exchange: Exchange, random: SimulatorRandom): boolean {
  const open = event.markets.flatMap(({ listed, fairPrice }) =>
    listed === null || listed.closed ? [] : [{ conditionId: listed.conditionId, fairPrice }],
  )
  if (open.length === 0) return false
  if (event.definition.negRisk) {
    const total = open.reduce((sum, { fairPrice }) => sum + fairPrice, 0)
    let draw = random.next() * total
    const winner = open.find(({ fairPrice }) => (draw -= fairPrice) < 0) ?? open[0]
    for (const market of open) exchange.resolve(market.conditionId, market === winner ? 0 : 1)
  } else {
    // One draw for all: a ladder of strikes falls in order.
    const draw = random.next() * 10_000
    for (const { conditionId, fairPrice } of open) exchange.resolve(conditionId, draw < fairPrice ? 0 : 1)
  }
  return true
}
