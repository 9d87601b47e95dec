/** The page itself: its session and its link to the server, address, settings, keys and messages. */
import { createContext } from 'react'
import type { Client } from '../platform/api/client.ts'
import type { Status } from '../platform/api/wire.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer } from '../platform/page/announcer.ts'
import type { Router } from '../platform/page/route.ts'
import type { Toasts } from '../platform/page/toasts.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { useRequired } from '../platform/state/use-required.ts'
import type { KeyMap } from '../commands/key-map.ts'
import type { Notifications } from '../data/alerts/notifications.ts'
import type { SettingsSync } from '../data/settings/settings-sync.ts'
import type { Settings } from '../data/settings/settings.ts'

/** `opening`: there is a session, and what the first view shows is being read. */
export type SessionState = 'checking' | 'out' | 'opening' | 'in' | 'replay'

export type PageDialog = 'arm' | 'flatten' | 'keys' | 'palette'

export type Page = {
  readonly client: Client
  readonly live: Live
  readonly session: Store<SessionState>
  /** Why there is no session, where the login form is to say so; '' otherwise. */
  readonly loginFault: Store<string>
  readonly status: Readable<Status | null>
  readonly router: Router
  readonly settings: Store<Settings>
  readonly settingsSync: SettingsSync
  /** Command of each key. */
  readonly keys: Readable<KeyMap>
  readonly dialog: Store<PageDialog | null>
  readonly notifications: Notifications
  readonly toasts: Toasts
  readonly announcer: Announcer
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const PageContext = createContext<Page | null>(null)

/** The page of this tab. */
export function usePage(): Page {
  return useRequired(PageContext)
}
