/** The topics of own orders, fills, positions and the account. */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary } from '#contract/records/account.ts'
import { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { Engine } from '#engine/engine.ts'
import { accountRow } from '../handlers/account.ts'
import { credentialsProblem, ownState } from '../handlers/own-state.ts'
import { createOwnLists } from './own-lists.ts'
import { listTopic, wholeTopic, type Topic } from './topic.ts'

/** @param changed  called with the name of a topic that may have changed, open or not */
export function createAccountTopics(engine: Engine, changed: (name: string) => void) {
  const { bus, portfolio } = engine
  const lists = createOwnLists(
    {
      ...engine,
      open: () => engine.orders.open(),
      fills: () => engine.orders.fills(),
      isReading: () => portfolio.isReading(),
      held: () => [
        ...portfolio.positions('open').outcomeIds,
        ...portfolio.positions('redeemable').outcomeIds,
      ],
      position: (id) => portfolio.position(id),
    },
    changed,
  )
  let resolutionVersion = ''
  /** A price of a book moves a position, and nothing of what an outcome would pay. */
  const resolutionMoved = (): void => {
    const version = portfolio.resolutionVersion()
    if (version === resolutionVersion) return
    resolutionVersion = version
    changed('resolution_pnl')
  }
  return {
    openers: {
      ...lists.openers,
      account: () => openAccount(engine),
      resolution_pnl: () => openResolutionPnl(engine),
    },
    ends: [
      bus.subscribe('order', (one) => {
        resolutionMoved()
        lists.order(one)
      }),
      bus.subscribe('catalog', resolutionMoved),
      bus.subscribe('fill', (one) => lists.fill(one)),
      bus.subscribe('position', ({ outcomeId }) => {
        changed('account')
        resolutionMoved()
        lists.positions(outcomeId === null ? [] : [outcomeId])
      }),
    ],
  }
}

function openResolutionPnl({ portfolio }: Engine): Topic {
  return listTopic(resolutionPnl, () =>
    portfolio.isReading() || !portfolio.hasWallet()
      ? null
      : portfolio.resolutionEvents().flatMap((id) => portfolio.resolutionPnl(id) ?? []),
  )
}

function openAccount(engine: Engine): Topic {
  const { portfolio } = engine
  return wholeTopic(
    nullable(accountSummary),
    () =>
      credentialsProblem(engine) === null && portfolio.hasWallet() && !portfolio.isReading()
        ? accountRow(portfolio.account(), ownState(engine))
        : null,
    // The time alone is no news.
    (account) => JSON.stringify(account && { ...account, as_of: '', orders_as_of: '' }),
  )
}
