/** The head of the account's pages: one title, and the way between them. */
import type { ReactNode } from 'react'
import { useStore } from '../platform/state/hooks.ts'
import { usePage } from '../contexts/contexts.ts'
import { Link } from './link.tsx'

const PAGES = [
  ['/portfolio', 'Portfolio', 'portfolio'],
  ['/portfolio/fills', 'Fills', 'fills'],
  ['/portfolio/activity', 'Activity', 'activity'],
  ['/portfolio/journal', 'Journal', 'journal'],
] as const

/** `children` stand at the right of the links. */
export function PortfolioHead({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ReactNode
}) {
  const route = useStore(usePage().router)
  return (
    <header className="page-head portfolio-head">
      <h1>{title}</h1>
      <nav aria-label="Account" className="subpages flex gap-2">
        {PAGES.map(([address, name, page]) => (
          <Link key={page} to={address} current={route.page === page}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </header>
  )
}
