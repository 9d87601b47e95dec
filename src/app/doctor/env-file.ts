/** The `doctor`'s check of the environment file: lines that are never read as a setting. */
import { parseEnv } from 'node:util'
import { illFinding, type Finding } from '#core/finding.ts'
import { isSetting, secretOfFile } from '../config/setting-table.ts'

/** Read by Node itself, where they stand in the file as well. */
const OF_NODE = /^(?:NODE_|TZ$)/
const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=/
const EMPTY = /^\s*(?:#.*)?$/

/** Names that are no settings, and lines that are no assignment, by their number: a value may be a secret. */
export function examineEnvText(text: string): readonly Finding[] {
  const values = parseEnv(text)
  const unknown = Object.keys(values).filter(
    (name) => !isSetting(name) && secretOfFile(name) === null && !OF_NODE.test(name),
  )
  // A value of several lines is the only thing that may stand on a line of its own.
  const isSpread = Object.values(values).some((value) => value?.includes('\n') === true)
  const stray = isSpread
    ? []
    : text
        .split(/\r?\n/)
        .flatMap((line, index) => (ASSIGNMENT.test(line) || EMPTY.test(line) ? [] : [index + 1]))
  return [
    ...unknown.map((name) =>
      illFinding(name, 'warn', 'no setting of Sesame', 'is it misspelt? .env.example lists all'),
    ),
    ...stray.map((line) =>
      illFinding(
        `.env line ${line}`,
        'warn',
        'is not read: it is neither NAME=value nor a comment',
        'correct or remove it',
      ),
    ),
    ...examineOwner(values),
  ]
}

/** The owner's address guards against the owner's key; the wallet's own address in its place guards against nothing. */
function examineOwner(values: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const owner = values['VENUE_OWNER_ADDRESS']?.toLowerCase() ?? ''
  const isWallet = owner !== '' && owner === values['VENUE_WALLET_ADDRESS']?.toLowerCase()
  if (!isWallet) return []
  const cure = 'give the address of the key that owns the wallet, so that this key is refused here'
  return [illFinding('VENUE_OWNER_ADDRESS', 'warn', 'is the address of the deposit wallet itself', cure)]
}
