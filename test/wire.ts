/** Records as the terminal sends them. */
import type { WireOf } from '#contract/codec/codec.ts'
import type { accountSummary } from '#contract/records/account.ts'
import type { attachedExit } from '#contract/records/attached-exits.ts'
import type { auditRow } from '#contract/records/audit.ts'
import type { book } from '#contract/records/books.ts'
import type { comboRfq } from '#contract/records/combos.ts'
import type { game } from '#contract/records/games.ts'
import type { event } from '#contract/records/markets.ts'
import type { notification } from '#contract/records/notifications.ts'
import type { fill, order } from '#contract/records/orders.ts'
import type { position } from '#contract/records/positions.ts'
import type { tradingState } from '#contract/records/status.ts'

export type Wire = {
  readonly TradingState: WireOf<typeof tradingState>
  readonly Order: WireOf<typeof order>
  readonly Fill: WireOf<typeof fill>
  readonly Book: WireOf<typeof book>
  readonly Event: WireOf<typeof event>
  readonly Game: WireOf<typeof game>
  readonly ComboRfq: WireOf<typeof comboRfq>
  readonly AttachedExit: WireOf<typeof attachedExit>
  readonly Notification: WireOf<typeof notification>
  readonly AccountSummary: WireOf<typeof accountSummary>
  readonly Position: WireOf<typeof position>
  readonly AuditRow: WireOf<typeof auditRow>
}
