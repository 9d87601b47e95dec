/** The operations on what the user arranges. Part of the table in routes.ts. */
import { z } from 'zod'
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
    method: 'GET',
    path: '/api/watchlist',
    auth: 'session',
    summary: 'Watchlists',
    answer: watchlist,
  },
  writeWatchlist: {
    method: 'PUT',
    path: '/api/watchlist',
    auth: 'session',
    summary: 'Replace the watchlists',
    body: watchlist,
    answer: watchlist,
  },
  readLayout: {
    method: 'GET',
    path: '/api/layouts/{screen_class}',
    auth: 'session',
    summary: 'The layout of one class of screens; ETag is its version',
    params,
    answer: layout,
    versioned: true,
  },
  writeLayout: {
    method: 'PUT',
    path: '/api/layouts/{screen_class}',
    auth: 'session',
    summary: 'Replace a layout; 412 when version or If-Match is not the present one',
    params,
    body: layoutBody,
    answer: layout,
    versioned: true,
  },
  undoLayout: {
    method: 'POST',
    path: '/api/layouts/{screen_class}/undo',
    auth: 'session',
    summary: 'Back to the layout before; ten are kept',
    params,
    body: undoBody,
    answer: layout,
    versioned: true,
  },
  readSettings: {
    method: 'GET',
    path: '/api/settings',
    auth: 'session',
    summary: 'Looks and keys',
    answer: settings,
  },
  writeSettings: {
    method: 'PUT',
    path: '/api/settings',
    auth: 'session',
    summary: 'Change appearance and keys; omitted settings stay',
    body: settingsChange,
    answer: settings,
  },
} as const
