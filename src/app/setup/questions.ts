/** Questions of `sesame setup`, in order; what each setting is for is in the table of the settings. */
import { SETTINGS, type SettingName } from '../config/setting-table.ts'

type Settings = ReadonlyMap<string, string>

/** One answer that becomes one setting. */
export type Question = {
  readonly name: SettingName
  /** Left out, it is the setting's name; the password is asked and its hash kept. */
  readonly asked: string
  readonly explanation: string
  readonly isRequired: boolean
  /** Asked only when the settings so far make it of use. */
  readonly applies: (settings: Settings) => boolean
}

const has =
  (name: SettingName) =>
  (settings: Settings): boolean =>
    settings.has(name)
const withoutKey = (settings: Settings): boolean =>
  settings.has('VENUE_WALLET_ADDRESS') && !settings.has('VENUE_SESSION_KEY')

function question(
  name: SettingName,
  need: 'required' | 'optional',
  applies: Question['applies'] = () => true,
  own: Partial<Question> = {},
): Question {
  return {
    name,
    asked: name,
    explanation: SETTINGS[name].help,
    isRequired: need === 'required',
    applies,
    ...own,
  }
}

export const QUESTIONS: readonly Question[] = [
  question('VENUE_PROFILE', 'required'),
  question('UI_PASSWORD_HASH', 'required', undefined, {
    asked: 'UI_PASSWORD',
    explanation: 'The password opens the page in the browser; only its argon2id hash is kept.',
  }),
  question('VENUE_WALLET_ADDRESS', 'optional'),
  question('VENUE_SESSION_KEY', 'optional', has('VENUE_WALLET_ADDRESS')),
  question('VENUE_OWNER_ADDRESS', 'optional', has('VENUE_SESSION_KEY')),
  question('VENUE_CLOB_API_KEY', 'optional', withoutKey),
  question('VENUE_CLOB_API_SECRET', 'required', has('VENUE_CLOB_API_KEY')),
  question('VENUE_CLOB_API_PASSPHRASE', 'required', has('VENUE_CLOB_API_KEY')),
  question(
    'VENUE_SIGNER_ADDRESS',
    'required',
    (settings) => withoutKey(settings) && settings.has('VENUE_CLOB_API_KEY'),
  ),
  question('TELEGRAM_BOT_TOKEN', 'optional'),
  question('TELEGRAM_CHAT_ID', 'required', has('TELEGRAM_BOT_TOKEN')),
  question('LIVE_TRADING', 'optional', has('VENUE_SESSION_KEY')),
]
