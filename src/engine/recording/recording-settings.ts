/** Settings of the recording: from the environment until they are chosen on the page (ADR 128). */
import { MOST_RECORDING, RECORDING_MODES, RECORDING_SETTING } from '#core/recording/recording-settings.ts'
import type { RecordingSettings } from '#core/recording/recording-settings.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Random } from '#ports/random.ts'
import type { SettingsStore, StorageRefused } from '#ports/stores.ts'

export type RecordingChoice = {
  read(): RecordingSettings
  /** Settings of the environment. */
  readonly defaults: RecordingSettings
  /** In force at once, after its row in the audit log; `storage_refused`: nothing has changed. */
  write(settings: RecordingSettings): Result<void, StorageRefused>
}

/** @param apply  puts settings into force; called with each change, not at first */
export function createRecordingChoice(parts: {
  readonly store: SettingsStore
  readonly audit: Pick<AuditLog, 'append'>
  readonly random: Pick<Random, 'uuidV7'>
  readonly defaults: RecordingSettings
  readonly apply: (settings: RecordingSettings) => void
}): RecordingChoice {
  const { store, audit, random, defaults } = parts
  let settings = keptRecordingSettings(store) ?? defaults
  return {
    defaults,
    read: () => settings,
    write(asked) {
      const details = { from: { ...settings }, to: { ...asked } }
      const row = {
        clientOrderId: random.uuidV7(),
        kind: 'intent',
        action: 'recording_settings',
        details,
      } as const
      if (!audit.append([row]).ok) return err('storage_refused')
      const written = store.write(RECORDING_SETTING, JSON.stringify(asked))
      if (!written.ok) return written
      settings = asked
      parts.apply(asked)
      return ok(undefined)
    },
  }
}

/** Settings chosen on the page; null when none were, or they cannot be read. */
export function keptRecordingSettings(store: Pick<SettingsStore, 'read'>): RecordingSettings | null {
  const text = store.read(RECORDING_SETTING)
  if (text === null) return null
  try {
    const { mode, gigabytes, days } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const known = RECORDING_MODES.find((one) => one === mode)
    return known !== undefined && isCount(gigabytes) && isCount(days)
      ? { mode: known, gigabytes, days }
      : null
  } catch {
    return null
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_RECORDING
}
