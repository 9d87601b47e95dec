/** The order being written, kept in this tab's own storage. Anything unreadable counts as none. */
import { PRICE_FORMATS } from '../../data/settings/prices.ts'
import { createKept, isLike } from '../../platform/state/store.ts'
import type { Memory, Readable, Store } from '../../platform/state/store.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { ORDER_KINDS, startDraft } from '../../data/markets/draft.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { SIZE_UNITS } from '../../data/settings/order-defaults.ts'

const NAME = 'sesame.draft'
const MAX_LENGTH = 100

/** Reads a kept draft; null when it is none. */
export function readDraft(kept: unknown): Draft | null {
  if (!isLike(startDraft('', null), kept)) return null
  const { outcomeId, side, timeInForce, sizeUnit, priceFormat, filledIn } = kept
  const isValid =
    /^pm:\d{1,78}$/.test(outcomeId) &&
    ['BUY', 'SELL'].includes(side) &&
    ['GTC', 'GTD', 'FOK', 'FAK'].includes(timeInForce) &&
    PRICE_FORMATS.includes(priceFormat) &&
    PRICE_FORMATS.includes(kept.toFormat) &&
    SIZE_UNITS.includes(sizeUnit) &&
    ['flat', 'growing', 'equal_cash'].includes(kept.shape) &&
    ORDER_KINDS.includes(kept.kind) &&
    Number.isSafeInteger(filledIn) &&
    [kept.priceText, kept.sizeText, kept.minutesText, kept.toText, kept.partsText, kept.throughText].every(
      (text) => text.length <= MAX_LENGTH,
    )
  return isValid ? kept : null
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
