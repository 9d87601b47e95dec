/** The account in one line for the frame around every view: cash, exposure, profit, and as of when. */
import { showAmountText } from '../../platform/format/numbers.ts'
import { showLocal } from '../../platform/format/times.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { Link } from '../../widgets/link.tsx'
import { toneOf } from '../../model/positions/portfolio-text.ts'
import { tip } from '../../ui/overlays/tip.ts'

/** Leads to the portfolio; nothing while the account is not known. */
export function AccountLine() {
  const { summary, current } = useStore(useAccount().account)
  if (summary === null) return null
  const asOf = showLocal(Date.parse(summary.as_of), true)
  return (
    <span className="account-line" {...tip(`As of ${asOf}${current ? '' : ', not current'}`)}>
      <Link to="/portfolio">
        cash <b>{summary.cash === null ? 'not read' : showAmountText(summary.cash)}</b>
        {summary.available !== null && ` (free ${showAmountText(summary.available)})`}, exposure{' '}
        <b>{showAmountText(summary.exposure)}</b>, unrealised{' '}
        <b className={toneOf(summary.unrealised_pnl)}>{showAmountText(summary.unrealised_pnl, 2, true)}</b>,
        today{' '}
        <b className={toneOf(summary.realised_pnl_today)}>
          {showAmountText(summary.realised_pnl_today, 2, true)}
        </b>
        {current ? '' : ` (as of ${asOf})`}
      </Link>
    </span>
  )
}
