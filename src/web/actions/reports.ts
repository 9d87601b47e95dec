/** Reports orders, cancels, exits, fills and the mode to the trader: one place decides between toast, announcement and silence. */
import type { ExitId } from '#core/ids.ts'
import type { Result } from '#lib/result.ts'
import { MODE_GROUP, sayRefused } from '../platform/page/messages.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { showSize, writtenAmount } from '../platform/format/figures.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { CancelAllResult, Fill, TradingState } from '../platform/api/client.ts'
import { isOpen } from '#core/order/order.ts'
import type { Intent } from '../data/account/intent.ts'
import { isNamed, openOrders } from '../data/account/own-levels.ts'
import { stopsText } from '../words/cancel-text.ts'
import type { CancelAllState } from '../words/cancel-text.ts'
import { rejectText } from '../words/reject-text.ts'
import type { Acting, News } from './send.ts'

type Said = Pick<News, 'at' | 'text' | 'proof'>
type Done = Promise<Result<undefined, string>>

/** Tells how an intent ended. */
export function reportIntent(
  toasts: Toasts,
  announcer: Announcer,
  trading: Readable<TradingState | null>,
  settings: Readable<Pick<Settings, 'priceFormat'>>,
  cancel: (orderIds: readonly string[]) => void,
): (intent: Intent) => void {
  const unknown = new Set<string>()
  const together = new Map<string, ReadonlyMap<string, Intent>>()

  /** Orders of one press are one report, once each of them has news. */
  function tellTogether(intent: Intent, ids: readonly string[]): void {
    const group = ids.join()
    const known = new Map(together.get(group)).set(intent.clientOrderId, intent)
    together.set(group, known)
    if (known.size < ids.length) return
    const all = [...known.values()]
    const of = (at: Intent['state']) => all.filter(({ state }) => state === at)
    const [accepted, doubtful, refused] = [of('accepted'), of('unknown'), of('rejected')]
    if (doubtful.length === 0) together.delete(group)
    const isMove = intent.move !== null
    const isBasket = new Set(all.map(({ outcomeId }) => outcomeId)).size > 1
    const title = isMove ? 'Move group' : isBasket ? 'Basket' : 'Scaled order'
    const text = [
      `${accepted.length} of ${all.length} ${isMove ? 'moved' : 'accepted'}`,
      ...(doubtful.length === 0 ? [] : [`${doubtful.length} unknown: checking with the venue`]),
      ...(refused.length === 0 ? [] : [`refused: ${[...new Set(refused.map(inText))].join(' ')}`]),
    ].join('; ')
    const isWhole = accepted.length === all.length
    const sticky = !isWhole && (doubtful.length > 0 || trading.get()?.mode === 'ARMED')
    const tone = isWhole ? 'info' : doubtful.length > 0 ? 'warn' : 'danger'
    const orderIds = accepted.flatMap(({ order }) =>
      order === null || !isOpen(order.status) ? [] : (order.id ?? []),
    )
    const action = { label: 'Cancel them', run: () => cancel(orderIds) }
    toasts.show({ tone, title, text, sticky, group, action: orderIds.length === 0 ? null : action })
    announcer[sticky ? 'alert' : 'report'](`${title}: ${text}`, group)
  }

  return (intent) => {
    const { state, clientOrderId: group, text } = intent
    if (state === 'sending') return
    if (intent.together !== undefined) {
      tellTogether(intent, intent.together)
      return
    }
    const prices = pricesIn(settings.get().priceFormat)
    const price = prices.price(intent.price, intent.move?.tick ?? null)
    const what = `${intent.side} ${showSize(intent.size)} ${intent.outcomeName} @ ${price}`
    const wasUnknown = unknown.delete(group)
    if (state === 'accepted') {
      announcer.report(`${what}: ${text}`, group)
      if (wasUnknown) toasts.show({ tone: 'info', title: 'Order settled', text: `${what}: ${text}`, group })
      return
    }
    const isUnknown = state === 'unknown'
    const isUrgent = isUnknown || trading.get()?.mode === 'ARMED'
    const title = isUnknown ? 'Order unknown' : intent.move === null ? 'Order refused' : 'Move refused'
    if (isUnknown) unknown.add(group)
    const tone = isUnknown ? 'warn' : 'danger'
    toasts.show({ tone, title, text: `${what}: ${inText(intent)}`, sticky: isUrgent, group })
    announcer[isUrgent ? 'alert' : 'report'](`${title}: ${what}. ${text}`, group)
  }
}

/** With what helps and the code where it was refused. */
function inText({ code, text }: Intent): string {
  if (code === null) return text
  const reason = rejectText(code, text)
  return reason.endsWith(`(${code})`) ? reason : `${reason} (${code})`
}

/**
 * Says new fills, those that wait to be said by their number and the latest, and those that the venue took back; their toasts are
 * those of their notifications, as the rules have it.
 */
export function reportFills(
  announcer: Pick<Announcer, 'report' | 'alert'>,
  settings: Readable<Pick<Settings, 'priceFormat'>>,
): (fill: Fill, before: Fill | null) => void {
  let count = 0
  const textOf = ({ side, size, outcomeName, price, tickSize }: Fill): string =>
    `${side} ${showSize(size)} ${outcomeName} @ ${pricesIn(settings.get().priceFormat).price(price, tickSize)}`
  return (fill, before) => {
    if (fill.status === 'failed' && before?.status !== 'failed') {
      announcer.alert(`Fill reversed: ${textOf(fill)}`, fill.id)
    } else if (before === null) {
      count += 1
      const take = (): string => {
        const text = count === 1 ? `Filled: ${textOf(fill)}` : `${count} fills, the last: ${textOf(fill)}`
        count = 0
        return text
      }
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

/** Says why something was not done, where nobody waits for the answer. */
async function sayFailed(
  parts: Parameters<typeof sayRefused>[0],
  title: string,
  done: Done,
  how: { readonly group: string; readonly sticky?: boolean; readonly also?: string },
): Promise<void> {
  const result = await done
  if (!result.ok) sayRefused(parts, title, { ...how, text: `${result.error}${how.also ?? ''}` })
}

const STILL_ACTS = { group: 'exit-cancel', sticky: true, also: ' It is still active.' }

/** Says what becomes of attached exits. */
export function reportExits(parts: Pick<Acting, 'announcer' | 'toasts'>) {
  return {
    tell(text: string, { at, text: said, proof }: Said): void {
      if (at === 'accepted') parts.announcer.report(text)
      else if (proof.by === 'absence') parts.announcer.report(`${text}? It ${said}`)
      if (proof.by === 'look') parts.toasts.withdraw(STILL_ACTS.group)
    },
    put(legs: readonly string[], done: Done): void {
      const title = `${legs.join(' and ')} not set`.replace(/^./, (first) => first.toUpperCase())
      void sayFailed(parts, title, done, { group: 'exit-put' })
    },
    cancel: (done: Done) => void sayFailed(parts, 'Exit not cancelled', done, STILL_ACTS),
  }
}

/** How long a cancel counts as on its way, and its answer is shown on the button. */
const LATE_MS = 3_000
const SHOWN_MS = 8_000
const CANCEL_ALL = 'cancel_all'

/** Says what becomes of each cancel, until nothing is in doubt; of Cancel All the latest press alone. */
export function reportCancels({
  orders,
  toasts,
  announcer,
  after,
}: Pick<Acting, 'orders' | 'toasts' | 'announcer' | 'after'>) {
  const state = createStore<CancelAllState>({ state: 'idle' })
  /** Ids of the orders that may still be open, by the group of the message that says so. */
  const doubtful = new Map<string, ReadonlySet<string>>()
  let latest: symbol | null = null
  const isOpen = (names: ReadonlySet<string>) =>
    openOrders(orders.get().items).some((order) => isNamed(order, names))
  orders.subscribe(() => {
    for (const [group, names] of doubtful) {
      if (isOpen(names)) continue
      doubtful.delete(group)
      toasts.withdraw(group)
    }
  })

  /** `names`: ids of the orders that it is for, as far as they are in doubt. */
  function tell(title: string, group: string, { at, text }: Said, names: ReadonlySet<string>): void {
    doubtful.delete(group)
    if (group === CANCEL_ALL) announcer.alert(`${title}: ${text}`, group)
    else announcer.report(`${title}: ${text}`)
    if (at !== 'accepted') {
      toasts.show({ tone: 'danger', title, text, sticky: true, group })
      if (isOpen(names)) doubtful.set(group, names)
    } else if (group === CANCEL_ALL) toasts.show({ tone: 'info', title, text, group })
    else toasts.withdraw(group)
  }

  return {
    tell,
    /** State of the button. */
    cancelAllState: state as Readable<CancelAllState>,
    /** A press on it, for so many orders; answers how to say its news, which answers false after a later press. */
    pressAll: (count: number) => {
      const own = Symbol()
      latest = own
      state.set({ state: 'sending', count, late: false })
      after(LATE_MS, () => {
        if (own !== latest || state.get().state !== 'sending') return
        state.set({ state: 'sending', count, late: true })
        announcer.alert('Cancel all not confirmed, checking', CANCEL_ALL)
      })
      return (news: Said, names: ReadonlySet<string>): boolean => {
        if (own !== latest) return false
        tell('Cancel all', CANCEL_ALL, news, names)
        const clean = news.at === 'accepted'
        const isKnown = clean || news.proof.by === 'answer'
        state.set(isKnown ? { state: 'done', text: news.text, clean } : { state: 'unconfirmed' })
        after(SHOWN_MS, () => {
          if (own === latest) state.set({ state: 'idle' })
        })
        return true
      }
    },
  }
}

/** Names the stops that may sell though nothing rests any more, after a Cancel All, and offers to end them. */
export function offerToEnd(
  parts: Parameters<typeof sayRefused>[0] & { readonly toasts: Toasts },
  remove: (exit: { readonly id: ExitId }) => Done,
): (stops: CancelAllResult['workingStops']) => void {
  const group = 'working_stops'
  const end = (id: ExitId) => sayFailed(parts, 'Stop not ended', remove({ id }), { group, sticky: true })
  return (stops) => {
    if (stops.length === 0) {
      parts.toasts.withdraw(group)
      return
    }
    const names = stops.map((one) => `${writtenAmount(one.covered)} ${one.outcomeName} (${one.marketTitle})`)
    const label = stops.length === 1 ? 'End it' : 'End them'
    parts.toasts.show({
      tone: 'warn',
      title: stopsText(stops.length),
      text: `Stops are not orders at the venue, so Cancel all does not end them. May still sell: ${names.join(', ')}.`,
      sticky: true,
      group,
      action: { label, run: () => stops.forEach(({ exitId }) => void end(exitId)) },
    })
  }
}
