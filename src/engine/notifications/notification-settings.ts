/** Which kinds go to which channels, as the trader set it; the locked rules hold whatever is stored. */
import {
  CHANNELS,
  DEFAULT_NOTIFICATION_SETTINGS,
  LOCKED_RULES,
  NOTIFICATION_KINDS,
  type Channel,
  type NotificationKind,
  type NotificationRules,
  type NotificationSettings,
} from '#core/notification/notification.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { SettingsStore, StorageRefused } from '#ports/stores.ts'

const NAME = 'notifications'

type ChosenRules = Partial<Record<NotificationKind, { readonly [Name in Channel]?: boolean | undefined }>>

export type NotificationSettingsChange = {
  readonly rules: Readonly<ChosenRules>
  readonly soundVolume: number | null
}

export type NotificationSettingsKeeper = ReturnType<typeof createNotificationSettings>

/** Reads what is stored once; what cannot be read counts as its default. */
export function createNotificationSettings(store: SettingsStore, log: Log) {
  let current = DEFAULT_NOTIFICATION_SETTINGS
  try {
    current = decode(JSON.parse(store.read(NAME) ?? '{}'))
  } catch {
    log.error('notifications.settings_unreadable')
  }

  return {
    read: (): NotificationSettings => current,
    /** Refused whole: `rule_locked` names the first rule that cannot be cleared, `storage_refused` is the disk's no. */
    change: ({
      rules,
      soundVolume,
    }: NotificationSettingsChange): Result<
      NotificationSettings,
      | { readonly code: 'rule_locked'; readonly kind: NotificationKind; readonly channel: Channel }
      | { readonly code: StorageRefused }
    > => {
      const locked = LOCKED_RULES.find(({ kind, channel }) => rules[kind]?.[channel] === false)
      if (locked !== undefined) return err({ code: 'rule_locked', ...locked })
      const next = {
        rules: rulesOf((kind, channel) => rules[kind]?.[channel] ?? current.rules[kind][channel]),
        soundVolume: soundVolume ?? current.soundVolume,
      }
      const written = store.write(NAME, JSON.stringify(next))
      if (!written.ok) return err({ code: written.error })
      current = next
      return ok(next)
    },
  }
}

function rulesOf(pick: (kind: NotificationKind, channel: Channel) => boolean): NotificationRules {
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      Object.fromEntries(CHANNELS.map((channel) => [channel, pick(kind, channel)])),
    ]),
  ) as NotificationRules
}

/** Takes any JSON: each part that is none of the settings has its default. */
function decode(json: {
  readonly rules?: ChosenRules
  readonly soundVolume?: unknown
}): NotificationSettings {
  const { rules, soundVolume } = DEFAULT_NOTIFICATION_SETTINGS
  const isLocked = (kind: NotificationKind, channel: Channel): boolean =>
    LOCKED_RULES.some((one) => one.kind === kind && one.channel === channel)
  const volume = json.soundVolume
  return {
    rules: rulesOf((kind, channel) => {
      const chosen: unknown = json.rules?.[kind]?.[channel]
      return isLocked(kind, channel) || (typeof chosen === 'boolean' ? chosen : rules[kind][channel])
    }),
    soundVolume: typeof volume === 'number' && volume >= 0 && volume <= 100 ? volume : soundVolume,
  }
}
