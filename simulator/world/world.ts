/**
 * The listed world: every event and market with its ids, found by id, slug, condition or token. Ids depend on the
 * seed and the definition's key only. Rows are made when they are read, so that 50,000 markets stay small.
 */
import { FEES, type EventDefinition, type MarketDefinition } from './definition.ts'
import type { EventEntry, MarketEntry } from './entries.ts'
import { eventRow } from './event-row.ts'
import { createIdentity, positionIds, type Identity } from './identity.ts'
import { marketRow } from './market-row.ts'
import type { ListedMarket } from '../types.ts'

export type World = ReturnType<typeof createWorld>

const FIRST_EVENT_ID = 810_000
const FIRST_MARKET_ID = 4_210_000

/** A world with the given events listed, in their order. */
export function createWorld(seed: string, definitions: Iterable<EventDefinition>) {
  const identity = createIdentity(seed)
  const events: EventEntry[] = []
  let listed = 0
  let marketsListed = 0
  let markets: MarketEntry[] = []
  const byId = new Map<string, EventEntry>()
  const bySlug = new Map<string, EventEntry>()
  const byKey = new Map<string, EventEntry>()
  const marketById = new Map<string, MarketEntry>()
  const marketBySlug = new Map<string, MarketEntry>()
  const byCondition = new Map<string, MarketEntry>()
  const byToken = new Map<string, MarketEntry>()
  const byPosition = new Map<string, { market: MarketEntry; index: 0 | 1 }>()

  /** Lists one more event. A key that is there already is a slip. */
  function add(definition: EventDefinition): EventEntry {
    if (byKey.has(definition.key)) throw new Error(`event ${definition.key} is listed twice`)
    const parent = definition.parent === undefined ? undefined : byKey.get(definition.parent)
    const id = String(FIRST_EVENT_ID + listed)
    listed += 1
    const event: EventEntry = {
      id,
      definition,
      get row() {
        return eventRow(event, identity)
      },
      markets: [],
      parentId: parent?.id ?? null,
      negRiskMarketId: definition.negRisk
        ? `${identity.bytes32(`neg risk ${definition.key}`).slice(0, 64)}00`
        : null,
    }
    const entries = event.markets as MarketEntry[]
    for (const [index, each] of definition.markets.entries()) {
      const entry = marketEntry(identity, event, each, String(FIRST_MARKET_ID + marketsListed), index)
      marketsListed += 1
      entries.push(entry)
      remember(entry)
    }
    events.push(event)
    byId.set(id, event)
    bySlug.set(definition.slug, event)
    byKey.set(definition.key, event)
    return event
  }

  function remember(entry: MarketEntry): void {
    markets.push(entry)
    marketById.set(entry.id, entry)
    marketBySlug.set(entry.definition.slug, entry)
    if (entry.listed !== null) {
      byCondition.set(entry.listed.conditionId, entry)
      for (const token of entry.listed.tokens) byToken.set(token, entry)
    }
    for (const index of [0, 1] as const) {
      const position = entry.positions?.[index]
      if (position !== undefined) byPosition.set(position, { market: entry, index })
    }
  }

  for (const definition of definitions) add(definition)
  return {
    /** In order of id. */
    events: (): readonly EventEntry[] => events,
    event: (id: string): EventEntry | undefined => byId.get(id),
    eventBySlug: (slug: string): EventEntry | undefined => bySlug.get(slug),
    eventByKey: (key: string): EventEntry | undefined => byKey.get(key),
    markets: (): readonly MarketEntry[] => markets,
    market: (id: string): MarketEntry | undefined => marketById.get(id),
    marketBySlug: (slug: string): MarketEntry | undefined => marketBySlug.get(slug),
    marketOfCondition: (conditionId: string): MarketEntry | undefined => byCondition.get(conditionId),
    marketOfToken: (token: string): MarketEntry | undefined => byToken.get(token),
    marketOfPosition: (
      position: string,
    ): { readonly market: MarketEntry; readonly index: 0 | 1 } | undefined => byPosition.get(position),
    add,
    /** Takes an event out for good, its markets with it. */
    drop(event: EventEntry): void {
      events.splice(events.indexOf(event), 1)
      byId.delete(event.id)
      bySlug.delete(event.definition.slug)
      byKey.delete(event.definition.key)
      const gone = new Set(event.markets)
      markets = markets.filter((market) => !gone.has(market))
      for (const { id, definition, listed: known, positions } of event.markets) {
        marketById.delete(id)
        marketBySlug.delete(definition.slug)
        if (known !== null) byCondition.delete(known.conditionId)
        for (const token of known?.tokens ?? []) byToken.delete(token)
        for (const position of positions ?? []) byPosition.delete(position)
      }
    },
  }
}

function marketEntry(
  identity: Identity,
  event: EventEntry,
  definition: MarketDefinition,
  id: string,
  index: number,
): MarketEntry {
  const label = `${event.definition.key}/${definition.key}`
  const entry: MarketEntry = {
    id,
    event,
    definition,
    get row() {
      return marketRow(entry, identity, index)
    },
    listed: definition.deployed ? listedMarket(identity, event, definition, label) : null,
    positions:
      definition.deployed && definition.positions
        ? positionIds(identity, event.definition.key, label, event.definition.negRisk ? index : null)
        : null,
    fairPrice: definition.fair,
    anchor: definition.fair,
  }
  return entry
}

function listedMarket(
  identity: Identity,
  event: EventEntry,
  definition: MarketDefinition,
  label: string,
): ListedMarket {
  const fees = event.definition.fees
  const closed = definition.winner !== undefined
  const { game } = event.definition
  return {
    conditionId: identity.bytes32(`condition ${label}`),
    eventId: event.id,
    tokens: [identity.uint256(`token 0 ${label}`), identity.uint256(`token 1 ${label}`)],
    outcomes: definition.outcomes,
    negRisk: event.definition.negRisk,
    tick: definition.tick,
    minimumSize: BigInt(definition.minimumSize) * 1_000_000n,
    secondsDelay: definition.delaySeconds,
    acceptingOrders: !closed,
    closed,
    gameStart: game?.startsAt ?? null,
    clearBookOnStart: game !== undefined,
    createdAt: event.definition.createdAt,
    fee: fees === null ? null : { rate: FEES[fees].rate, exponent: 1 },
    winner: definition.winner ?? null,
  }
}
