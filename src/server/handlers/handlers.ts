/** All operations of the route table; one that is missing does not compile. */
import { ok } from '#lib/result.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import { alertHandlers } from './alerts.ts'
import { accountHandlers } from './account.ts'
import { attachedExitHandlers } from './attached-exits.ts'
import { auditHandlers } from './audit.ts'
import { comboHandlers } from './combos.ts'
import { exportHandlers } from './exports.ts'
import { gameHandlers } from './games.ts'
import type { Handlers, Services } from './handler.ts'
import { journalHandlers } from './journal.ts'
import { marketHandlers } from './markets.ts'
import { notificationHandlers } from './notifications.ts'
import { orderHandlers } from './orders.ts'
import { positionHandlers } from './positions.ts'
import { recordingHandlers } from './recording.ts'
import { replayHandlers } from './replay.ts'
import { sessionHandlers } from './session.ts'
import { settingsHandlers } from './settings.ts'
import { tokenHandlers } from './tokens.ts'
import { tradingHandlers } from './trading.ts'
import { workspaceHandlers } from './workspace.ts'

export function createHandlers(services: Services): Handlers {
  let document: ReturnType<typeof openApiDocument> | null = null
  return {
    ...sessionHandlers(services),
    ...tokenHandlers(services),
    ...tradingHandlers(services),
    ...marketHandlers(services),
    ...gameHandlers(services),
    ...workspaceHandlers(services),
    ...orderHandlers(services),
    ...positionHandlers(services),
    ...accountHandlers(services),
    ...journalHandlers(services),
    ...comboHandlers(services),
    ...settingsHandlers(services),
    ...auditHandlers(services),
    ...exportHandlers(services),
    ...attachedExitHandlers(services),
    ...replayHandlers(services),
    ...recordingHandlers(services),
    ...alertHandlers(services),
    ...notificationHandlers(services),
    // Made when first asked for: it takes a quarter of a second.
    readOpenApi: () => ok((document ??= openApiDocument(services.sessions.cookieName))),
  }
}
