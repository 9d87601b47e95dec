/** The `doctor`'s check of the configuration: every problem by the name of its setting, and the mode that it makes. */
import { illFinding, wellFinding } from '#core/finding.ts'
import type { Finding } from '#core/finding.ts'
import type { Result } from '#lib/result.ts'
import type { Configuration } from '../config/config.ts'
import type { SettingProblem } from '../config/setting-problem.ts'
import { isSetting, SETTINGS } from '../config/setting-table.ts'

const MODES = {
  demo: 'demo, nothing is configured',
  simulator: 'bundled simulator',
  venue: 'venue profile',
} as const

/** Never shows a value. */
export function examineSettings(
  read: Result<Configuration, readonly SettingProblem[]>,
  trading: string | undefined,
): readonly Finding[] {
  if (!read.ok)
    return read.error.map(({ setting, message }) => illFinding(setting, 'fail', message, adviceOn(setting)))
  const { mode, unknownNames, liveTrading, chat } = read.value
  const canSign = mode !== 'venue' || (read.value.account?.sessionKey ?? null) !== null
  return [
    wellFinding('configuration', MODES[mode]),
    tradingFinding(liveTrading, canSign, trading),
    chat === null ? wellFinding('chat', 'not configured') : wellFinding('chat', 'configured'),
    ...unknownNames.map((name) =>
      illFinding(name, 'warn', 'no setting of Sesame', 'is it misspelt? .env.example lists all'),
    ),
  ]
}

/** What a setting is for, by the table. */
function adviceOn(setting: string): string {
  const where = 'correct it in .env'
  return isSetting(setting) ? `${where}: ${SETTINGS[setting].help}` : where
}

function tradingFinding(liveTrading: boolean, canSign: boolean, text: string | undefined): Finding {
  const check = 'LIVE_TRADING'
  if (liveTrading && !canSign) {
    return wellFinding(check, 'on, but there is no session key: markets only, nothing can be placed')
  }
  if (liveTrading) return wellFinding(check, 'on: orders are sent once you arm the page')
  const near = text !== undefined && /^(true|1|yes|on)$/i.test(text.trim())
  return near
    ? illFinding(check, 'warn', 'off, though it seems meant to be on', 'only exactly `true` switches it on')
    : wellFinding(check, 'off: nothing can be placed')
}
