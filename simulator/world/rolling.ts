/** Keeps the world from running dry: what has ended is settled, a next game is always near, the next short window opens. */
import type { Exchange, SimulatorClock, SimulatorRandom } from '../types.ts'
import type { EventDefinition } from './definition.ts'
import { gameEvents } from './games/layouts.ts'
import { LEAGUES, leagueTeams } from './games/leagues.ts'
import type { LiveGames } from './games/live.ts'
import { gameOf } from './games/schedule.ts'
import { BITCOIN_SERIES, bitcoinWindow } from './hand-made/economy.ts'
import type { EventEntry, MarketEntry, World } from './world.ts'

type RollingDeps = {
  readonly world: World
  readonly exchange: Exchange
  readonly clock: SimulatorClock
  readonly games: LiveGames
  readonly crowd: { open(market: MarketEntry): void }
  readonly random: SimulatorRandom
}

const LOOK_MS = 15_000
const MINUTE_MS = 60_000
/** A game is to start within this time, always. */
const NEXT_GAME_MS = 12 * MINUTE_MS
const FIRST_SERIAL = 50_000

/** Starts looking after the world; answers the function that stops it. */
export function keepRolling(deps: RollingDeps): () => void {
  const { world, clock, random } = deps
  let serial = FIRST_SERIAL

  function list(definition: EventDefinition): void {
    const event = world.add(definition)
    for (const { listed } of event.markets) if (listed !== null) deps.exchange.list(listed)
    deps.games.add(event)
    for (const market of event.markets) deps.crowd.open(market)
  }

  function nextGame(): void {
    const now = clock.now()
    const near = world.events().some(({ definition: { game } }) => {
      const wait = (game?.startsAt ?? 0) - now
      return wait > 0 && wait < NEXT_GAME_MS
    })
    if (near) return
    serial += 1
    const league = random.pick(LEAGUES)
    const teams = leagueTeams(league.code)
    const first = random.integer(0, teams.length - 1)
    const second = (first + random.integer(1, teams.length - 1)) % teams.length
    const startsAt = Math.ceil(now / MINUTE_MS) * MINUTE_MS + random.integer(4, 10) * MINUTE_MS
    const events = gameEvents(
      gameOf(league.code, [first, second], startsAt, random.integer(3000, 7000), serial),
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

  return clock.every(LOOK_MS, () => {
    const now = clock.now()
    for (const event of world.events()) {
      if (event.definition.game !== undefined || event.definition.endsAt > now) continue
      if (settle(event, deps.exchange, random)) nextWindow(event)
    }
    nextGame()
  })
}

/** Resolves what is open of an event by one draw from its last fair prices; tells whether anything was. */
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
