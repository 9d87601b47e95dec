/** What the trader is told about orders, fills and the mode: one place decides between toast, words and silence. */
import type { Announcer } from '../../state/announcer.ts'
import type { Readable } from '../../state/store.ts'
import { MODE_GROUP } from '../../state/toasts.ts'
import type { Toasts } from '../../state/toasts.ts'
import { showAmountText, showSize } from '../../format/numbers.ts'
import { pricesIn } from '../../format/use-prices.ts'
import type { Settings } from '../../state/settings.ts'
import type { Fill, TradingState } from '../../api/wire.ts'
import { formatPrice } from '#core/price.ts'
import type { Intent } from './intents.ts'
import { rejectText } from './reject-words.ts'

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
    const price =
      intent.move === null
        ? prices.text(formatPrice(intent.price))
        : prices.price(intent.price, intent.move.tick)
    const what = `${intent.side} ${showSize(intent.size)} ${intent.outcomeName} @ ${price}`
    if (intent.state === 'accepted') {
      announcer.say(`${what}: ${intent.text}`)
      if (!unknown.delete(intent.clientOrderId)) return
      toasts.show({
        tone: 'info',
        title: 'Order settled',
        text: `${what}: ${intent.text}`,
        sticky: false,
        group: intent.clientOrderId,
      })
      return
    }
    const isArmed = trading.get()?.mode === 'ARMED'
    const isUnknown = intent.state === 'unknown'
    if (isUnknown) unknown.add(intent.clientOrderId)
    else unknown.delete(intent.clientOrderId)
    toasts.show({
      tone: isUnknown ? 'warn' : 'danger',
      title: isUnknown ? 'Order unknown' : intent.move === null ? 'Order refused' : 'Move refused',
      text: `${what}: ${inWords(intent)}`,
      sticky: isUnknown || isArmed,
      group: intent.clientOrderId,
    })
    if (isArmed || isUnknown)
      announcer.alert(`${isUnknown ? 'Order unknown' : 'Order refused'}: ${what}. ${intent.text}`)
    else announcer.say(`Order refused: ${what}. ${intent.text}`)
  }
}

/** With what helps and the code where it was refused. */
function inWords({ code, text }: Intent): string {
  if (code === null) return text
  const told = rejectText(code, text)
  return told.endsWith(`(${code})`) ? told : `${told} (${code})`
}

/** Says a new fill, or one that the venue took back; its toast is that of its notification, as the rules have it. */
export function reportFill(
  announcer: Announcer,
  settings: Readable<Pick<Settings, 'priceFormat'>>,
  fill: Fill,
  before: Fill | null,
): void {
  const prices = pricesIn(settings.get().priceFormat)
  const what = `${fill.side} ${showAmountText(fill.size, 0)} ${fill.outcome_name} @ ${prices.text(fill.price, fill.tick_size)}`
  if (fill.status === 'failed' && before?.status !== 'failed') announcer.alert(`Fill taken back: ${what}`)
  else if (before === null) announcer.say(`Filled: ${what}`)
}

/** Says every change of the mode. Why it went SAFE by itself is told by a notification. */
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
      announcer.alert('Armed. Clicks on the ladder send orders.')
    }
    if (mode === 'SAFE' && before === 'ARMED') announcer.alert('Safe. Clicks send nothing.')
    before = mode
  })
}
