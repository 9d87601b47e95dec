/** The order being written, kept in this tab's own storage. Anything unreadable counts as none. */
import { PRICE_FORMATS } from '../../data/settings/prices.ts'
import { createKept, fieldsOf } from '../../platform/state/store.ts'
import type { Memory, Readable, Store } from '../../platform/state/store.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { startDraft } from '../../data/markets/draft.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { SIZE_UNITS } from '../../data/settings/order-defaults.ts'

const NAME = 'sesame.draft'
const MAX_LENGTH = 100

type Texts = 'priceText' | 'sizeText' | 'minutesText'

/** Reads a kept draft; null when it is none. */
export function readDraft(stored: unknown): Draft | null {
  const kept = fieldsOf(stored) ?? {}
  const { outcomeId, side, timeInForce, sizeUnit, postOnly, filledIn } = kept
  if (typeof outcomeId !== 'string' || !/^pm:\d{1,78}$/.test(outcomeId)) return null
  if (side !== 'BUY' && side !== 'SELL') return null
  if (timeInForce !== 'GTC' && timeInForce !== 'GTD' && timeInForce !== 'FOK' && timeInForce !== 'FAK') {
    return null
  }
  const textOf = (name: Texts): string => {
    const value = kept[name]
    return typeof value === 'string' && value.length <= MAX_LENGTH ? value : ''
  }
  return {
    outcomeId,
    side,
    priceText: textOf('priceText'),
    priceFormat: PRICE_FORMATS.find((one) => one === kept['priceFormat']) ?? 'price',
    sizeText: textOf('sizeText'),
    sizeUnit: SIZE_UNITS.find((one) => one === sizeUnit) ?? 'shares',
    timeInForce,
    postOnly: postOnly === true,
    minutesText: textOf('minutesText'),
    filledIn: typeof filledIn === 'number' && Number.isSafeInteger(filledIn) ? filledIn : 0,
  }
}

/**
 * Builds the draft store; it follows the selection. What was being written is there again after a reload of this tab;
 * nothing is ever sent by that.
 */
export function createDraft(selection: Readable<Selection | null>, storage: Memory): Store<Draft | null> {
  const draft = createKept(storage, NAME, readDraft)
  selection.subscribe(() => {
    const outcomeId = selection.get()?.outcome.id
    const old = draft.get()
    if (outcomeId === undefined || outcomeId === old?.outcomeId) return
    const { outcomes } = selection.get()?.market ?? { outcomes: [] }
    draft.set(
      startDraft(
        outcomeId,
        old,
        outcomes.some((one) => one.id === old?.outcomeId),
      ),
    )
  })
  return draft
}
