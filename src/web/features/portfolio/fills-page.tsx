/** Every fill of the account, newest first. */
import { PortfolioHead } from './portfolio-nav.tsx'
import '../../ui/portfolio.css'

/** The fills page. */
export function FillsPage() {
  return (
    <main className="page portfolio">
      <PortfolioHead title="Fills" />
    </main>
  )
}
