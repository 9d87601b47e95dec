/** Reports orders, fills and the mode to the trader: one place decides between toast, announcement and silence. */
import { MODE_GROUP } from '../platform/page/messages.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Readable } from '../platform/state/store.ts'
import { showAmount, showSize } from '../platform/format/figures.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { Fill, TradingState } from '../platform/api/client.ts'
import { addMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Intent } from '../data/account/intent.ts'
import { rejectText } from '../words/reject-text.ts'

/** Tells how an intent ended. */
export function reportIntent(
  toasts: Toasts,
  announcer: Announcer,
  trading: Readable<TradingState | null>,
  settings: Readable<Pick<Settings, 'priceFormat'>>,
): (intent: Intent) => void {
  const unknown = new Set<string>()
  return (intent) => {
    if (intent.state === 'sending') return
    const prices = pricesIn(settings.get().priceFormat)
    const price = prices.price(intent.price, intent.move?.tick ?? null)
    const what = `${intent.side} ${showSize(intent.size)} ${intent.outcomeName} @ ${price}`
    if (intent.state === 'accepted') {
      announcer.report(`${what}: ${intent.text}`, intent.clientOrderId)
      if (!unknown.delete(intent.clientOrderId)) return
      toasts.show({
        tone: 'info',
        title: 'Order settled',
        text: `${what}: ${intent.text}`,
        group: intent.clientOrderId,
      })
      return
    }
    const isArmed = trading.get()?.mode === 'ARMED'
    const isUnknown = intent.state === 'unknown'
    const said = isUnknown ? 'Order unknown' : 'Order refused'
    if (isUnknown) unknown.add(intent.clientOrderId)
    else unknown.delete(intent.clientOrderId)
    toasts.show({
      tone: isUnknown ? 'warn' : 'danger',
      title: isUnknown || intent.move === null ? said : 'Move refused',
      text: `${what}: ${inText(intent)}`,
      sticky: isUnknown || isArmed,
      group: intent.clientOrderId,
    })
    const tell = isArmed || isUnknown ? announcer.alert : announcer.report
    tell(`${said}: ${what}. ${intent.text}`, intent.clientOrderId)
  }
}

/** With what helps and the code where it was refused. */
function inText({ code, text }: Intent): string {
  if (code === null) return text
  const reason = rejectText(code, text)
  return reason.endsWith(`(${code})`) ? reason : `${reason} (${code})`
}

/** Sum of one outcome and side. */
type Sum = { readonly what: string; size: Micros; low: Fill; high: Fill }

const MAX_SUMS = 3

/**
 * Says new fills, summed while they wait to be said, and those that the venue took back; their toasts are those of their
 * notifications, as the rules have it.
 */
export function reportFills(
  announcer: Pick<Announcer, 'report' | 'alert'>,
  settings: Readable<Pick<Settings, 'priceFormat'>>,
): (fill: Fill, before: Fill | null) => void {
  let count = 0
  const sums = new Map<string, Sum>()
  const show = ({ price, tickSize: tick }: Fill): string =>
    pricesIn(settings.get().priceFormat).price(price, tick)

  function add(fill: Fill): void {
    const key = `${fill.side} ${fill.outcomeId}`
    const sum = sums.get(key)
    count += 1
    if (sum === undefined) {
      sums.set(key, { what: fill.outcomeName, size: fill.size, low: fill, high: fill })
      return
    }
    sum.size = addMicros(sum.size, fill.size)
    if (fill.price < sum.low.price) sum.low = fill
    if (fill.price > sum.high.price) sum.high = fill
  }

  function take(): string {
    const all = [...sums.values()].map(({ what, size, low, high }) => {
      const [from, to] = [show(low), show(high)]
      return `${low.side} ${showSize(size)} ${what} @ ${from === to ? from : `${from} to ${to}`}`
    })
    const rest = all.length - MAX_SUMS
    const said = [...all.slice(0, MAX_SUMS), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
    const text = count === 1 ? `Filled: ${said}` : `${count} fills: ${said}`
    count = 0
    sums.clear()
    return text
  }

  return (fill, before) => {
    if (fill.status === 'failed' && before?.status !== 'failed') {
      announcer.alert(
        `Fill taken back: ${fill.side} ${showAmount(fill.size, 0)} ${fill.outcomeName} @ ${show(fill)}`,
        fill.id,
      )
    } else if (before === null) {
      add(fill)
      announcer.report(take, 'fills')
    }
  }
}

/** Says every change of the mode. A notification gives the reason of an automatic SAFE. */
export function reportMode(
  toasts: Pick<Toasts, 'withdraw'>,
  announcer: Announcer,
  trading: Readable<TradingState | null>,
): void {
  let before = trading.get()?.mode ?? null
  trading.subscribe(() => {
    const mode = trading.get()?.mode ?? null
    if (mode === before || mode === null) return
    if (mode === 'ARMED') {
      toasts.withdraw(MODE_GROUP)
      announcer.alert('Armed. Clicks on the ladder send orders.', 'mode')
    }
    if (mode === 'SAFE' && before === 'ARMED') announcer.alert('Safe. Clicks send nothing.', 'mode')
    before = mode
  })
}
