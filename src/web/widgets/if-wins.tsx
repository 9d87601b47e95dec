/** Result of an outcome if it wins: over the whole event, with realised profit. */
import { NONE } from '../platform/format/figures.ts'
import type { OutcomePlace } from '../words/resolution-text.ts'
import { useIfWins } from '../contexts/use-resolution.ts'
import { tip } from '../ui/controls.tsx'

/** In one word, for where a column has no room; nothing where there is no figure. `word` is for the outcome beside it. */
export function IfWinsMark(props: { readonly place: OutcomePlace; readonly word?: 'wins' | 'loses' }) {
  const { place, word = 'wins' } = props
  const shown = useIfWins(place)
  if (shown === null) return null
  const { text, title, tone } = shown
  return (
    <small className="if-wins-mark" {...tip(title)}>
      {word} <b className={tone}>{text}</b>
    </small>
  )
}

/** The profit; with `orders` under it what it is once open orders have filled. */
export function IfWinsCell(props: { readonly place: OutcomePlace; readonly orders?: true }) {
  const shown = useIfWins(props.place)
  if (shown === null) return NONE
  const { text, orders, title, tone } = shown
  return (
    <>
      <b className={tone} {...tip(title)}>
        {text}
      </b>
      {props.orders === true && <small>{orders === '' ? '' : `\u2192 ${orders}`}</small>}
    </>
  )
}
