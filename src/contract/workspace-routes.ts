/** The operations on what the user arranges. Part of the table in routes.ts. */
import { z } from 'zod'
import { own, read } from './route.ts'
import {
  layout,
  layoutBody,
  screenClass,
  settings,
  settingsChange,
  undoBody,
  watchlist,
} from './workspace.ts'

const params = z.strictObject({ screen_class: screenClass })

export const workspaceRoutes = {
  readWatchlist: read('Watchlists', { answer: watchlist }),
  writeWatchlist: own('Replace the watchlists', { body: watchlist, answer: watchlist }),
  readLayout: read('The layout of one class of screens; ETag is its version', {
    params,
    answer: layout,
    versioned: true,
  }),
  writeLayout: own('Replace a layout; 412 when version or If-Match is not the present one', {
    params,
    body: layoutBody,
    answer: layout,
    versioned: true,
  }),
  undoLayout: own('Back to the layout before; one is kept', {
    params,
    body: undoBody,
    answer: layout,
    versioned: true,
  }),
  readSettings: read('Looks and keys', { answer: settings }),
  writeSettings: own('Change appearance and keys; omitted settings stay', {
    body: settingsChange,
    answer: settings,
  }),
} as const
