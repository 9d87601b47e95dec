/** Missing settings of the account's pages and how to set them, in place of unknown figures. */
import { useTouch } from '../platform/page/use-media.ts'
import { useStore } from '../platform/state/hooks.ts'
import { usePage } from '../contexts/contexts.ts'
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

/**
 * Text of an empty list: that it is empty, unless it only could not be read. @param unread the text for that case,
 * where the page says elsewhere what is missing
 */
export function useEmptyText(words: string, unread?: string): string {
  const missing = missingText(useStore(usePage().status))
  return missing === null ? words : (unread ?? `${missing.what} ${missing.how}`)
}

/** How to place an order from where the trader is. */
export function useHowToOrder(): string {
  return useTouch()
    ? 'Tap a price on the ladder, or its Ticket button.'
    : 'Click a price on a ladder, or use the ticket.'
}

/** True if a wallet is configured; until the status is known it counts as configured. */
export function useHasWallet(): boolean {
  const status = useStore(usePage().status)
  return status === null || status.credentials.walletAddress !== null
}
