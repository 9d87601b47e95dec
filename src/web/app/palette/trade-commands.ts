/**
 * Orders by name, on the selected outcome and only while ARMED. Each says what it would send. The press is taken when
 * the palette opens, so that an order at a price that the market has left since is refused as a click would be.
 */
import type { Side } from '#core/order/order.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Contexts } from '../contexts.tsx'
import type { Page } from '../../contexts/contexts.ts'
import { showStroke } from '../../commands/strokes.ts'
import type { CommandIn } from '../../commands/registry.ts'
import { aimByDefaults, orderWords } from '../../actions/sale.ts'
import { exitLabel } from '../../actions/exit-quote.ts'
import { flattenMarket } from '../../contexts/flatten-market.ts'
import { command } from './palette-items.ts'
import type { Command } from './palette-items.ts'

const ORDERS: readonly {
  readonly key: CommandIn<'ladder'>
  readonly side: Side
  readonly at: 'bestBid' | 'bestAsk'
  readonly how: string
}[] = [
  { key: 'join_bid', side: 'BUY', at: 'bestBid', how: 'joins the best bid' },
  { key: 'join_ask', side: 'SELL', at: 'bestAsk', how: 'joins the best ask' },
  { key: 'take_ask', side: 'BUY', at: 'bestAsk', how: 'takes the best ask' },
  { key: 'take_bid', side: 'SELL', at: 'bestBid', how: 'hits the best bid' },
]

/** Orders that could be sent now; none while SAFE, without a selected outcome or on a stale book. */
export function tradeCommands({ account, marketData, page, ...contexts }: Contexts): readonly Command[] {
  const { clicks, exits, orderDefaults, trading } = contexts.trading
  const { selection } = contexts.workspace
  const selected = selection.get()
  if (selected === null || trading.get()?.mode !== 'ARMED') return []
  const { market, outcome } = selected
  const book = marketData.books.book(outcome.id)
  const top = book.top()
  const tick = top.tick ?? market.tickSize ?? 100
  const { timeInForce, postOnly } = orderDefaults.get()
  const prices = pricesIn(page.settings.get().priceFormat)
  const keyOf = (id: CommandIn<'ladder'>) => page.keys.get().strokes[id].slice(0, 1).map(showStroke).join('')
  const orders = ORDERS.flatMap(({ key, side, at, how }) => {
    const price = top[at]
    if (price === null || book.staleNow() !== null) return []
    const {
      asked: _,
      barred,
      ...aim
    } = aimByDefaults({ ...account, ...page, ...contexts.trading, books: marketData.books }, selected, {
      side,
      price,
    })
    const press = clicks.press(aim)
    return [
      command(
        'Trade now',
        `trade-${key}`,
        orderWords(aim, (at) => prices.price(at, tick), 'ticket'),
        () => {
          if (barred !== null) {
            refuse(page, barred)
            return
          }
          const terms = { timeInForce, postOnly, expiresAt: null }
          const result = clicks.release(press, aim, terms, tick, Infinity)
          if (result.kind === 'refused') refuse(page, result.text)
        },
        { hint: `sends: ${how}`, words: `order ${how}`, key: keyOf(key), typedOnly: true },
      ),
    ]
  })
  const flatten = command(
    'Trade now',
    'trade-flatten_market',
    `Flatten market: ${market.groupTitle ?? market.question}`,
    () => flattenMarket({ announcer: page.announcer, flatten: contexts.trading.flatten }, market.id),
    {
      hint: 'cancels own orders there, sells what is held',
      words: 'flat close exit',
      key: keyOf('flatten_market'),
      typedOnly: true,
    },
  )
  const held = account.positions.get().items
  const position = held.find((one) => one.outcomeId === outcome.id)
  const { legs, coming, orders: open } = contexts.trading.flatten.plan(market.id)
  const flat = legs.length + coming.length + open === 0 ? [] : [flatten]
  if (position?.status !== 'open') return [...orders, ...flat]
  const opposite = held.find((one) => one.outcomeId === position.oppositeOutcomeId) ?? null
  return [
    ...orders,
    ...WAYS_OUT.map(([key, mode, title]) => {
      const press = exits.press(position, mode)
      return command(
        'Trade now',
        `trade-${key}`,
        `${title}: ${outcome.name}`,
        () => {
          const result = exits.release(press)
          if (result.kind === 'refused') refuse(page, result.text)
        },
        {
          hint: exitLabel(position, mode, opposite, prices).sentence,
          words: 'close leave position exit',
          key: keyOf(key),
          typedOnly: true,
        },
      )
    }),
    ...flat,
  ]
}

const WAYS_OUT = [
  ['exit_walk', 'walk', 'Exit now'],
  ['exit_join', 'join', 'Exit, resting at the best ask'],
  ['hedge', 'hedge', 'Hedge'],
] as const

function refuse({ toasts, announcer }: Pick<Page, 'toasts' | 'announcer'>, text: string): void {
  const reason = `Nothing was sent: ${text}.`
  toasts.show({ tone: 'warn', title: 'Refused', text: reason, group: 'palette' })
  announcer.report(`Refused: ${text}`)
}
