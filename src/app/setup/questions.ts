/** Questions of `sesame setup`, in order, each with the sentence that explains it. */

/** One answer that becomes one setting. */
export type Question = {
  /** The setting; UI_PASSWORD is asked and UI_PASSWORD_HASH kept. */
  readonly name: string
  readonly explanation: string
  readonly prompt: string
  /** Never echoed, never taken from the command line. */
  readonly secret: boolean
  readonly required: boolean
  /** Option on the command line; null for secrets. */
  readonly option: string | null
  /** Asked only when the settings so far make it of use. */
  readonly applies: (settings: ReadonlyMap<string, string>) => boolean
}

type Settings = ReadonlyMap<string, string>

const always = (): boolean => true
const has =
  (name: string) =>
  (settings: Settings): boolean =>
    settings.has(name)
const withoutKey = (settings: Settings): boolean =>
  settings.has('VENUE_WALLET_ADDRESS') && !settings.has('VENUE_SESSION_KEY')

export const QUESTIONS: readonly Question[] = [
  {
    name: 'VENUE_PROFILE',
    explanation:
      'The profile is a JSON file with the names, contracts and addresses of your venue; docs/operations.md shows its form.',
    prompt: 'Path of the venue profile',
    secret: false,
    required: true,
    option: 'profile',
    applies: always,
  },
  {
    name: 'UI_PASSWORD',
    explanation: 'The password opens the page in the browser; only its argon2id hash is kept.',
    prompt: 'New password for the page',
    secret: true,
    required: true,
    option: null,
    applies: always,
  },
  {
    name: 'VENUE_WALLET_ADDRESS',
    explanation:
      'The deposit wallet is the account that you trade with; without it, markets can only be watched.',
    prompt: 'Deposit wallet, 0x and 40 hex digits',
    secret: false,
    required: false,
    option: 'wallet',
    applies: always,
  },
  {
    name: 'VENUE_SESSION_KEY',
    explanation:
      "The session key signs orders. The wallet's owner authorises it at the venue (scopes CLOB and COMBOSRFQ) and can revoke it; it cannot withdraw.",
    prompt: 'Session key, 64 hex digits',
    secret: true,
    required: false,
    option: null,
    applies: has('VENUE_WALLET_ADDRESS'),
  },
  {
    name: 'VENUE_OWNER_ADDRESS',
    explanation:
      "The owner's address guards against a mistake: the start is refused should its key ever be set here. Never give the owner's key to this machine.",
    prompt: "Address of the wallet's owner",
    secret: false,
    required: false,
    option: 'owner',
    applies: has('VENUE_SESSION_KEY'),
  },
  {
    name: 'VENUE_CLOB_API_KEY',
    explanation: 'API credentials without a key let you read the account and cancel orders, not place them.',
    prompt: 'API key',
    secret: true,
    required: false,
    option: null,
    applies: withoutKey,
  },
  {
    name: 'VENUE_CLOB_API_SECRET',
    explanation: 'The secret belongs to the API key.',
    prompt: 'API secret',
    secret: true,
    required: true,
    option: null,
    applies: has('VENUE_CLOB_API_KEY'),
  },
  {
    name: 'VENUE_CLOB_API_PASSPHRASE',
    explanation: 'The passphrase belongs to the API key.',
    prompt: 'API passphrase',
    secret: true,
    required: true,
    option: null,
    applies: has('VENUE_CLOB_API_KEY'),
  },
  {
    name: 'VENUE_SIGNER_ADDRESS',
    explanation: 'The signer is the address that the API key was made for.',
    prompt: 'Address of the API key',
    secret: false,
    required: true,
    option: 'signer',
    applies: (settings) => withoutKey(settings) && settings.has('VENUE_CLOB_API_KEY'),
  },
  {
    name: 'TELEGRAM_BOT_TOKEN',
    explanation: 'A chat bot can tell you about fills, alerts and trouble while you are away from the page.',
    prompt: 'Token of the chat bot',
    secret: true,
    required: false,
    option: null,
    applies: always,
  },
  {
    name: 'TELEGRAM_CHAT_ID',
    explanation: 'The chat id is the number of the chat that the bot writes to.',
    prompt: 'Chat id',
    secret: false,
    required: true,
    option: 'chat-id',
    applies: has('TELEGRAM_BOT_TOKEN'),
  },
  {
    name: 'LIVE_TRADING',
    explanation:
      'Trading is off unless this is exactly `true`; even then every start is SAFE until you arm it in the page.',
    prompt: 'Switch trading on: true or false',
    secret: false,
    required: false,
    option: 'live-trading',
    applies: has('VENUE_SESSION_KEY'),
  },
]
