/** One simulated venue without its listeners: the trading half and the world half grown from one seed on one clock. */
import { openTestAccounts, testAccounts } from './accounts.ts'
import { createWallets } from './auth/wallets.ts'
import type { ControlledClock } from './clock.ts'
import { createSimulatedTraders } from './traders/simulated-traders.ts'
import { createTraderAccounts } from './traders/trader-accounts.ts'
import { createExchange } from './exchange/exchange.ts'
import { createBarriers } from './faults/barriers.ts'
import { createFaults } from './faults/faults.ts'
import { tradeStatusStepsOf } from './faults/trade-status-steps.ts'
import { createRequestLog } from './ledger/request-log.ts'
import { SOCKET_PATHS, type VenueNames } from './profile.ts'
import { createRandom } from './random.ts'
import type { SimulatorOptions } from './running.ts'
import { createRows, type Rows } from './services/catalog/rows.ts'
import { createHoldings } from './services/combos/holdings.ts'
import { createDataBook } from './services/data/book.ts'
import type { MarketRows } from './services/market-channel/frames.ts'
import type { ListedMarket } from './types.ts'
import { createVenue } from './venue.ts'
import { worldEvents } from './world/demo.ts'
import { createFigures } from './world/figures.ts'
import { createLiveGames } from './world/games/live.ts'
import { keepRolling } from './world/rolling.ts'
import { createWorld, type World } from './world/world.ts'

export type Simulation = ReturnType<typeof createSimulation>

type SimulationOptions = Pick<SimulatorOptions, 'firstEvents' | 'settles'> &
  Readonly<Record<'events' | 'traderRate', number>> & {
    readonly seed: string
    readonly clock: ControlledClock
    readonly names: VenueNames
  }

/** Books that are there from the first moment; in larger worlds the simulated traders open the others one after another. */
const OPENED = 1500
/** How far a signed timestamp may be off in real time. */
const TIMESTAMP_WINDOW_MS = 10_000

/** Grows the world and opens it for trading. */
export function createSimulation(options: SimulationOptions) {
  const { seed, clock } = options
  const random = createRandom(seed)
  const accounts = testAccounts()
  const traderAccounts = createTraderAccounts(seed)
  const isSimulatedTrader = (wallet: string): boolean => traderAccounts.isSimulatedTrader(wallet)
  const { firstEvents } = options
  const events = worldEvents(clock.now(), random.fork('world'), options.events)
  const world = createWorld(seed, firstEvents === undefined ? events : [...events].slice(0, firstEvents))
  const faults = createFaults({ clock, random: random.fork('faults') })
  const barriers = createBarriers()
  const log = createRequestLog({ clock })
  const wallets = createWallets()
  const exchange = createExchange({
    clock,
    random: random.fork('exchange'),
    isSimulatedTrader,
    statusStepsOf: tradeStatusStepsOf(faults),
    settles: options.settles,
  })
  const venue = createVenue({
    clock,
    random: random.fork('venue'),
    profile: options.names,
    exchange,
    wallets,
    faults,
    barriers,
    log,
    rowsOf: (market) => marketRows(world, rows, market),
    paths: SOCKET_PATHS,
    timestampWindowMs: TIMESTAMP_WINDOW_MS * Math.max(clock.state().speed, 1),
  })
  for (const { listed } of world.markets()) if (listed !== null) exchange.list(listed)
  traderAccounts.fund(exchange)
  const book = createDataBook({ exchange, world, clock, isSimulatedTrader })
  const holdings = createHoldings({ exchange, clock, book })
  openTestAccounts({ accounts, wallets, exchange, world, clock, book })
  const figures = createFigures(seed, exchange)
  const games = createLiveGames({ world, exchange, clock, random: random.fork('games') })
  const rows = createRows({ exchange, figures, games })
  const simulatedTraders = createSimulatedTraders({
    exchange,
    world,
    clock,
    random: random.fork('crowd'),
    traderAccounts,
    rate: options.traderRate,
    opened: options.traderRate > 0 ? OPENED : 0,
  })
  /** Tokens that real accounts have traded, ordered, received or hold a combo of. */
  function used(): ReadonlySet<string> {
    const own = [...exchange.orders()].filter(({ wallet }) => !isSimulatedTrader(wallet))
    const touched = [...book.all(clock.now()), ...own].flatMap((each) =>
      'token' in each ? [each.token] : [],
    )
    return new Set([...holdings.tokens(), ...touched])
  }
  const rolling = {
    world,
    exchange,
    clock,
    games,
    simulatedTraders,
    random: random.fork('rolling'),
    used,
  }
  const stopRolling = firstEvents === undefined ? keepRolling(rolling) : () => {}
  const unsubscribe = games.subscribe(({ game }) => simulatedTraders.stir(game))

  return {
    seed,
    clock,
    random,
    venue,
    wallets,
    exchange,
    faults,
    barriers,
    log,
    world,
    figures,
    games,
    rows,
    book,
    holdings,
    traderAccounts,
    simulatedTraders,
    /** Others trade by themselves. */
    hasSimulatedTraders: options.traderRate > 0,
    accounts,
    stop(): void {
      unsubscribe()
      stopRolling()
      simulatedTraders.stop()
      games.stop()
      figures.stop()
      holdings.stop()
      book.stop()
      clock.stop()
    },
  }
}

function marketRows(world: World, rows: Rows, market: ListedMarket): MarketRows {
  const entry = world.marketOfCondition(market.conditionId)
  if (entry === undefined) return { market: {}, event: {}, tags: [] }
  return {
    market: rows.market(entry),
    event: rows.event(entry.event, { withMarkets: false }),
    tags: entry.event.definition.tags,
  }
}
