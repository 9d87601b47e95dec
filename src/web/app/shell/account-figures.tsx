/** Cash, exposure and profit in the top bar: exact in the tooltip, cut to cents in a room that never changes its width. */
import { showCents } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { accountText, toneOf } from '../../words/portfolio-text.ts'
import styles from './shell.module.css'

/** From here on all of them have room in the top bar; below, the line at the bottom has what is folded away. */
export const FIGURES = '(min-width: 1440px)'

/** Leads to the portfolio; nothing while the account is not known. */
export function AccountFigures() {
  const { summary, current } = useStore(useAccount().account)
  if (summary === null) return null
  return (
    <Link
      to="/portfolio"
      className={`rigid fine ${styles.accountFigures}${current ? '' : ` ${styles.old}`}`}
      tip={accountText(summary, current)}
    >
      <Figure name="cash" label="Cash" value={summary.cash === null ? 'not read' : showCents(summary.cash)} />
      <Figure
        name="free"
        label="Free"
        value={summary.available === null ? 'not read' : showCents(summary.available)}
      />
      <Figure name="exposure" label="Expo" value={showCents(summary.exposure)} />
      <Figure
        name="pnl"
        label={current ? 'P&L est.' : 'P&L old'}
        value={showCents(summary.unrealised, true)}
        tone={toneOf(summary.unrealised)}
      />
    </Link>
  )
}

function Figure(props: {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly tone?: string
}) {
  return (
    <span className="figure" data-figure={props.name}>
      <span>{props.label}</span> <b className={props.tone}>{props.value}</b>
    </span>
  )
}
