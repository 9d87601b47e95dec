/** The account's pages in one piece, loaded when the first of them is opened. */
import { unreachable } from '#lib/never.ts'
import { ActivityPage, FillsPage } from './account-lists.tsx'
import { PortfolioPage } from './portfolio-page.tsx'

/** The page of that name. */
export function AccountPage({ page }: { readonly page: 'portfolio' | 'fills' | 'activity' }) {
  switch (page) {
    case 'portfolio':
      return <PortfolioPage />
    case 'fills':
      return <FillsPage />
    case 'activity':
      return <ActivityPage />
    default:
      return unreachable(page)
  }
}
