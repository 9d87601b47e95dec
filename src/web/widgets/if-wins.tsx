/** Result of an outcome if it wins: over the whole event, with realised profit. */
import { NONE } from '../platform/format/figures.ts'
import type { OutcomePlace } from '../words/resolution-text.ts'
import { useIfWins } from '../contexts/use-resolution.ts'
import { tip } from '../ui/controls.tsx'

/** The same in one word, for where a column has no room; nothing where there is no figure. */
export function IfWinsMark({ place }: { readonly place: OutcomePlace }) {
  const shown = useIfWins(place)
  if (shown === null) return null
  const { text, title, tone } = shown
  return (
    <small className="if-wins-mark" {...tip(title)}>
      wins <b className={tone}>{text}</b>
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
