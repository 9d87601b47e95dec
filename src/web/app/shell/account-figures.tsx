/** Cash, exposure and profit, cut to cents: in the top bar, on a phone in a line under the mode, elsewhere in the bar at the bottom. */
import { showCents } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { accountText, toneOf } from '../../words/portfolio-text.ts'
import styles from './shell.module.css'

/** From here on all of them have room in the top bar; below, the line at the bottom has what is folded away. */
export const FIGURES = '(min-width: 1440px)'

const PLACES = {
  top: [`rigid fine ${styles.accountFigures}`, ['cash', 'free', 'exposure', 'pnl']],
  phone: [styles.phoneFigures, ['pnl', 'today', 'free']],
  bottom: ['what-fits link account-line', ['cash', 'free', 'exposure', 'pnl', 'today']],
} as const

/** Leads to the portfolio, with the exact figures in its tooltip; nothing while the account is not known. */
export function AccountFigures({ place }: { readonly place: keyof typeof PLACES }) {
  const { summary, current } = useStore(useAccount().account)
  const [className, names] = PLACES[place]
  // A phone's line is there before its figures: nothing below it moves when they come.
  if (summary === null) return place === 'phone' ? <span className={className} /> : null
  const figures = {
    cash: ['Cash', summary.cash],
    free: ['Free', summary.available],
    exposure: ['Expo', summary.exposure],
    pnl: [current ? 'P&L est.' : 'P&L old', summary.unrealised],
    today: ['Today', summary.realisedToday],
  } as const
  return (
    <Link
      to="/portfolio"
      className={current ? className : `${className} ${styles.old}`}
      tip={accountText(summary, current)}
    >
      {!current && place !== 'top' && <span className="chip warn">STALE</span>}
      {names.map((name) => {
        const [label, value] = figures[name]
        const isResult = name === 'pnl' || name === 'today'
        return (
          <span key={name} className={place === 'top' ? 'figure' : undefined} data-figure={name}>
            <span>{label}</span>{' '}
            <b className={isResult ? toneOf(value) : undefined}>
              {value === null ? 'not read' : showCents(value, isResult)}
            </b>
          </span>
        )
      })}
    </Link>
  )
}
