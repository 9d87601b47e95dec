/** The account at a glance: what it is worth, how that came about, and what is held. */
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { PHONE, useMedia } from '../../platform/page/use-media.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { usePage } from '../../contexts/page.ts'
import { Page } from '../../ui/page.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Missing, useHasWallet } from '../../widgets/missing.tsx'
import { PnlPanel } from './profit/pnl-panel.tsx'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { PositionsPanel } from './positions-panel.tsx'
import { ProfitPartsPanel } from './profit/profit-parts.tsx'
import { SummaryTiles } from './summary-tiles.tsx'

/** The portfolio page. */
export function PortfolioPage() {
  const hasWallet = useHasWallet()
  const { positions } = useAccount()
  const isPhone = useMedia(PHONE)
  // The parts below are drawn once they are known: nothing is pushed down.
  const areKnown = useSelected(positions, ({ loaded }) => loaded) || !isPhone
  return (
    <Page className="portfolio">
      <PortfolioHead title="Portfolio" />
      <Missing />
      {hasWallet && (
        <>
          <SummaryFault />
          {/* On a phone the ways out of a position come before what it is all worth; the bar has the sums. */}
          {isPhone && <PositionsPanel />}
          {areKnown && <SummaryTiles />}
          {!isPhone && <PositionsPanel />}
          {areKnown && <PnlPanel />}
          {areKnown && <ProfitPartsPanel />}
        </>
      )}
    </Page>
  )
}

const AGAIN_MS = 5_000

/** Why there is no summary, in the backend's words, while the live one is missing. */
function SummaryFault() {
  const { client } = usePage()
  const { account } = useAccount()
  const isMissing = useSelected(account, ({ summary }) => summary === null)
  const read = useQuery({
    ...readOf(client, 'readAccount', {}),
    enabled: isMissing,
    refetchInterval: AGAIN_MS,
  })
  if (!isMissing) return null
  const fault = read.error?.fault
  const isReading =
    fault === undefined || (fault.kind === 'problem' && fault.problem.code === 'positions_reading')
  return isReading ? <p className="empty">Reading the account{'\u2026'}</p> : <ReadFault read={read} />
}
