/** Everything that moved shares or cash, as the venue reports it. */
import { PortfolioHead } from './portfolio-nav.tsx'
import '../../ui/portfolio.css'

/** The activity page. */
export function ActivityPage() {
  return (
    <main className="page portfolio">
      <PortfolioHead title="Activity" />
    </main>
  )
}
