/**
 * The engine as the edges see it: commands on its actors and the facts on its bus. Each actor is built by a create
 * function in its own file; `app/compose.ts` puts them together.
 */
import type { Finding } from '#core/finding.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { TradingModule } from './assembly/trading-module.ts'
import type { Bus } from './bus.ts'
import type { Combos } from './combos/combos.ts'
import type { AttachedExits } from './exits/attached-exits.ts'
import type { LossLimits } from './gates/loss-limit.ts'
import type { Risk } from './gates/risk.ts'
import type { Trading } from './gates/trading.ts'
import type { Journal } from './journal/journal.ts'
import type { Books } from './markets/books.ts'
import type { Catalog } from './markets/catalog.ts'
import type { ReadHistory } from './markets/history.ts'
import type { Games } from './markets/games.ts'
import type { Alerts } from './notifications/alerts.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { Reposts } from './notifications/reposts.ts'
import type { Orders } from './orders/contract.ts'
import type { Portfolio } from './portfolio/portfolio.ts'

export type Engine = Pick<TradingModule, 'exits' | 'preview' | 'previewBothSides'> & {
  readonly bus: Bus
  readonly catalog: Catalog
  readonly books: Books
  readonly games: Pick<Games, 'game' | 'list'>
  readonly orders: Orders
  readonly attachedExits: AttachedExits
  readonly alerts: Omit<Alerts, 'start' | 'stop'>
  readonly notifications: Omit<Notifications, 'record' | 'start' | 'stop'>
  /** Placing again what a game's start cancelled. */
  readonly reposts: Reposts
  readonly portfolio: Portfolio
  readonly journal: Omit<Journal, 'start' | 'stop'>
  /** Null without a combos venue. */
  readonly combos: Combos | null
  readonly trading: Trading
  readonly credentials: Pick<TradingModule['credentials'], 'retry'>
  readonly risk: Risk
  readonly lossLimit: LossLimits
  readonly audit: AuditLog
  readonly status: Pick<TradingModule['status'], 'read' | 'health'>
  /** The doctor's checks, made now; reads only. */
  readonly examine: () => Promise<readonly Finding[]>
  /** A tar of the last milliseconds, read piece by piece; what cannot be read is thrown there. */
  readonly makeReport: (lastMs: number) => Promise<AsyncIterable<Uint8Array>>
  readonly history: ReadHistory
}
