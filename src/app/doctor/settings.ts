/** The `doctor`'s check of the configuration: every problem by the name of its setting, and the mode that it makes. */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import type { Result } from '#lib/result.ts'
import type { Configuration } from '../config/config.ts'
import type { SettingProblem } from '../config/setting-problem.ts'
import { isSetting, SETTINGS } from '../config/setting-table.ts'

const MODES = {
  demo: illFinding(
    'configuration',
    'warn',
    'nothing is configured: start runs the demo',
    'for a venue, run it in the directory of your .env or name that with --settings',
  ),
  simulator: wellFinding('configuration', 'bundled simulator'),
  venue: wellFinding('configuration', 'venue profile'),
} as const

const SIMULATED = wellFinding('LIVE_TRADING', 'on: orders go to the simulated venue once you arm the page')

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
    MODES[mode],
    liveTrading && mode !== 'venue' ? SIMULATED : tradingFinding(liveTrading, canSign, trading),
    chat === null
      ? wellFinding('chat', 'not configured')
      : wellFinding('chat', 'token not tested: Settings, Notifications sends a test message'),
    ...(isBehindOwnProxy(read.value) ? [OWN_PROXY] : []),
    ...unknownNames.map((name) =>
      illFinding(name, 'warn', 'no setting of Sesame', 'is it misspelt? .env.example lists all'),
    ),
  ]
}

/** Every visitor has the proxy's address then: whoever guesses passwords slows down the owner as well. */
function isBehindOwnProxy({ http }: Configuration): boolean {
  return http.cookieSecure && http.trustedProxies.length === 0
}

const OWN_PROXY = illFinding(
  'TRUSTED_PROXIES',
  'warn',
  'not set with COOKIE_SECURE=true: all clients of the TLS proxy share one login limit',
  'set the address of the proxy, 127.0.0.1 if on this machine',
)

/** Purpose of a setting, by the table. */
function adviceOn(setting: string): string {
  const where = 'correct it in .env'
  return isSetting(setting) ? `${where}: ${SETTINGS[setting].help}` : where
}

function tradingFinding(liveTrading: boolean, canSign: boolean, text: string | undefined): Finding {
  const check = 'LIVE_TRADING'
  if (liveTrading && !canSign) {
    return wellFinding(check, 'on, but no session key: markets only, nothing can be placed')
  }
  if (liveTrading) return wellFinding(check, 'on: orders are sent once you arm the page')
  const near = text !== undefined && /^(true|1|yes|on)$/i.test(text.trim())
  return near
    ? illFinding(check, 'warn', 'off, though it seems meant to be on', 'only exactly `true` turns it on')
    : wellFinding(check, 'off: nothing can be placed')
}
