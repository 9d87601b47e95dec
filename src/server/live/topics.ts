/**
 * The state and deltas of each topic. A snapshot is always a state that later deltas continue: applying them to it gives what the
 * engine holds.
 */
import { list } from '#contract/codec/codec.ts'
import { attachedExit } from '#contract/records/attached-exits.ts'
import { comboPosition, comboRfq } from '#contract/records/combos.ts'
import { feedHealth, status, tradingState } from '#contract/records/status.ts'
import type { Engine } from '#engine/engine.ts'
import type { Clock } from '#ports/clock.ts'
import { attachedExitRow } from '../handlers/attached-exits.ts'
import { heldRow, rfqRow } from '../handlers/combos.ts'
import { createAccountTopics } from './account-topics.ts'
import { openMarketTopic } from './market-topics.ts'
import { createNotificationTopics } from './notification-topics.ts'
import { listTopic, wholeTopic, type Topic } from './topic.ts'

/** @param changed  called with the name of a topic that may have changed, open or not */
export function createTopics(engine: Engine, clock: Clock, changed: (name: string) => void) {
  const { bus } = engine
  const notes = createNotificationTopics(engine, clock, changed)
  const account = createAccountTopics(engine, changed)
  const ends = [
    ...account.ends,
    ...notes.ends,
    bus.subscribe('book', ({ outcomeId }) => {
      changed(`book:${outcomeId}`)
      changed(`trades:${outcomeId}`)
    }),
    bus.subscribe('game', ({ gameId }) => changed(`game:${gameId}`)),
    bus.subscribe('trading', () => {
      changed('trading')
      changed('exits')
    }),
    bus.subscribe('status', () => {
      changed('status')
      changed('account')
    }),
    bus.subscribe('feeds', () => changed('feeds')),
    bus.subscribe('attached_exit', () => changed('exits')),
    bus.subscribe('combo_rfq', () => changed('combo_rfqs')),
    bus.subscribe('combo_positions', () => changed('combo_positions')),
  ]
  const openers = new Map<string, () => Topic>(
    Object.entries({
      ...account.openers,
      ...notes.openers,
      status: () => openStatus(engine, clock),
      trading: () => wholeTopic(tradingState, () => engine.trading.state()),
      feeds: () => wholeTopic(list(feedHealth), () => engine.status.read().feeds),
      exits: () =>
        listTopic(attachedExit, () => engine.attachedExits.list().map((one) => attachedExitRow(one, engine))),
      combo_rfqs: () => openRfqs(engine),
      combo_positions: () => openHeldCombos(engine),
    }),
  )
  return {
    /** Null for a topic that does not exist, such as the book of an unknown outcome. */
    open: (name: string): Topic | null => openers.get(name)?.() ?? openMarketTopic(engine, name),
    stop(): void {
      for (const end of ends) end()
    },
  }
}

export type Topics = ReturnType<typeof createTopics>

function openStatus(engine: Engine, clock: Clock): Topic {
  return wholeTopic(
    status,
    () => ({ ...engine.status.read(), time: clock.now() }),
    // The server's time alone is no news.
    (shown) => JSON.stringify({ ...shown, time: '' }),
  )
}

/** Empty without a combos venue. */
function openRfqs({ combos, catalog }: Engine): Topic {
  return listTopic(
    comboRfq,
    () => (combos?.rfqs() ?? []).map((rfq) => rfqRow(rfq, catalog)),
    // A countdown alone is no news.
    (rfq) => JSON.stringify({ ...rfq, quote: rfq.quote && { ...rfq.quote, expires_in_ms: 0 } }),
  )
}

function openHeldCombos({ combos, catalog }: Engine): Topic {
  return listTopic(comboPosition, () => {
    const held = combos === null ? [] : combos.held()
    return held && held.map((one) => heldRow(one, catalog))
  })
}
