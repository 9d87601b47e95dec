/** The operations on what the user arranges. Part of the table in routes.ts. */
import { z } from 'zod'
import { PATHS } from './paths.ts'
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
  readWatchlist: {
    ...PATHS.readWatchlist,
    auth: 'session',
    scope: 'read',
    summary: 'Watchlists',
    answer: watchlist,
  },
  writeWatchlist: {
    ...PATHS.writeWatchlist,
    auth: 'session',
    summary: 'Replace the watchlists',
    body: watchlist,
    answer: watchlist,
  },
  readLayout: {
    ...PATHS.readLayout,
    auth: 'session',
    scope: 'read',
    summary: 'The layout of one class of screens; ETag is its version',
    params,
    answer: layout,
    versioned: true,
  },
  writeLayout: {
    ...PATHS.writeLayout,
    auth: 'session',
    summary: 'Replace a layout; 412 when version or If-Match is not the present one',
    params,
    body: layoutBody,
    answer: layout,
    versioned: true,
  },
  undoLayout: {
    ...PATHS.undoLayout,
    auth: 'session',
    summary: 'Back to the layout before; one is kept',
    params,
    body: undoBody,
    answer: layout,
    versioned: true,
  },
  readSettings: {
    ...PATHS.readSettings,
    auth: 'session',
    scope: 'read',
    summary: 'Looks and keys',
    answer: settings,
  },
  writeSettings: {
    ...PATHS.writeSettings,
    auth: 'session',
    summary: 'Change appearance and keys; omitted settings stay',
    body: settingsChange,
    answer: settings,
  },
} as const
