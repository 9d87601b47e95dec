/** The combo draft: legs chosen from any market, kept across pages and reloads of this browser. */
import { createKept, fieldsOf, isLike, rowsOf } from '../../platform/state/store.ts'
import type { Memory, Store } from '../../platform/state/store.ts'
import type { Announcer } from '../../platform/page/messages.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'

export type DraftLeg = {
  readonly outcomeId: string
  readonly slug: string
  readonly eventTitle: string
  readonly marketTitle: string
  readonly outcomeName: string
}

export type ComboDraft = {
  readonly legs: readonly DraftLeg[]
  readonly side: 'BUY' | 'SELL'
  /** As typed: the pUSD budget of a buy, the shares of a sale. */
  readonly size: string
}

const NAME = 'sesame.combo_slip'
const EMPTY: ComboDraft = { legs: [], side: 'BUY', size: '25' }
const NO_LEG: DraftLeg = {
  outcomeId: '',
  slug: '',
  eventTitle: '',
  marketTitle: '',
  outcomeName: '',
}
const MAX_KEPT = 200

/** The selected outcome as a leg. */
export function legOf({ event, market, outcome }: Selection): DraftLeg {
  return {
    outcomeId: outcome.id,
    slug: event.slug,
    eventTitle: event.title,
    marketTitle: marketTitle(event, market),
    outcomeName: outcome.name,
  }
}

/** The draft with the leg added, or removed when it is there. */
export function toggled(draft: ComboDraft, leg: DraftLeg): ComboDraft {
  const others = draft.legs.filter(({ outcomeId }) => outcomeId !== leg.outcomeId)
  const legs = others.length < draft.legs.length ? others : [...others, leg].slice(-MAX_KEPT)
  return { ...draft, legs }
}

/** The combo draft as kept in this browser; anything unreadable counts as empty. */
export function createComboDraft(storage: Memory): Store<ComboDraft> {
  return createKept<ComboDraft>(storage, NAME, (kept) => {
    const { legs, side, size } = fieldsOf(kept)
    return {
      legs: rowsOf(legs)
        .filter((leg) => isLike(NO_LEG, leg))
        .slice(0, MAX_KEPT),
      side: side === 'SELL' ? 'SELL' : 'BUY',
      size: typeof size === 'string' && size.length <= 20 ? size : EMPTY.size,
    }
  })
}

/** The legs of a draft, each in it once. */
export function createLegs(draft: Store<ComboDraft>, { say }: Pick<Announcer, 'say'>) {
  const has = (id: string) => draft.get().legs.some(({ outcomeId }) => outcomeId === id)
  return {
    has,
    /** Adds or removes a leg, and answers with the words that it said. */
    toggle(leg: DraftLeg): string {
      draft.update((old) => toggled(old, leg))
      const text = toggledText(leg.outcomeName, has(leg.outcomeId), draft.get().legs.length)
      say(text)
      return text
    },
  }
}

/** After a leg was added to the draft, or removed. */
function toggledText(outcomeName: string, isIn: boolean, count: number): string {
  const legs = `${count} ${count === 1 ? 'leg' : 'legs'}`
  return `${outcomeName} ${isIn ? 'added to' : 'removed from'} the combo: ${legs}`
}
