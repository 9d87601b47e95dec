/** Missing settings of the account's pages and how to set them, in place of unknown figures. */
import { usePage } from '../contexts/contexts.ts'
import { useStore } from '../platform/state/hooks.ts'
import { missingText } from '../words/portfolio-text.ts'

/** The message, when something is missing. */
export function Missing() {
  const missing = missingText(useStore(usePage().status))
  if (missing === null) return null
  return (
    <section className="panel missing" aria-label="What is missing">
      <p>
        <b>{missing.what}</b>
      </p>
      <p className="soft">{missing.how}</p>
    </section>
  )
}

/** True if a wallet is configured; until the status is known it counts as configured. */
export function useHasWallet(): boolean {
  const status = useStore(usePage().status)
  return status === null || status.credentials.walletAddress !== null
}
