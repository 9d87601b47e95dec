/** What the account's pages lack and how to set it, in place of figures that nobody knows. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { missingText } from './portfolio-words.ts'

/** The notice, when something is missing. */
export function Missing() {
  const missing = missingText(useStore(useTerminal().status))
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

/** Whether a wallet is configured; until the status is known it counts as configured. */
export function useHasWallet(): boolean {
  const status = useStore(useTerminal().status)
  return status === null || status.credentials.wallet_address !== null
}
