/** The order being written, kept in this tab's own storage. Anything unreadable counts as none. */
import { PRICE_FORMATS } from '../../platform/format/price-formats.ts'
import type { Draft } from './draft.ts'

const NAME = 'sesame.draft'
const MAX_LENGTH = 100

type Texts = 'priceText' | 'sizeText' | 'minutesText' | 'endsAtText'

/** Reads a kept draft; null when it is none. */
export function readDraft(text: string | null): Draft | null {
  let kept: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return null
    kept = { ...parsed }
  } catch {
    return null
  }
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
    sizeUnit: sizeUnit === 'cash' ? 'cash' : 'shares',
    timeInForce,
    postOnly: postOnly === true,
    minutesText: textOf('minutesText'),
    endsAtText: textOf('endsAtText'),
    filledIn: typeof filledIn === 'number' && Number.isSafeInteger(filledIn) ? filledIn : 0,
  }
}

/** The draft that this tab kept; a storage that refuses kept none. */
export function keptDraft(storage: Pick<Storage, 'getItem'>): Draft | null {
  try {
    return readDraft(storage.getItem(NAME))
  } catch {
    return null
  }
}

/** Keeps the draft; a storage that refuses only costs the memory. */
export function keepDraft(storage: Pick<Storage, 'setItem'>, draft: Draft | null): void {
  try {
    storage.setItem(NAME, JSON.stringify(draft))
  } catch {
    // Private windows refuse to store: the draft then lasts as long as the page.
  }
}
