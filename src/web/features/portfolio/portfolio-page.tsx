/** The account at a glance: what it is worth, how that came about, and what is held. */
import { PortfolioHead } from './portfolio-nav.tsx'
import '../../ui/portfolio.css'

/** The portfolio page. */
export function PortfolioPage() {
  return (
    <main className="page portfolio">
      <PortfolioHead title="Portfolio" />
    </main>
  )
}
