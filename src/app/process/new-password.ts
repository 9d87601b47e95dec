/** Requirements of a new password, and its hash. The password itself is never kept. */
import { randomBytes } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import { hashPassword, NEW_HASH } from '#server/access/password.ts'

const SHORTEST = 12
const LONGEST = 256
/** Below this many guesses the estimator's own scale no longer calls a password strong. */
const MIN_GUESSES_LOG10 = 10

/** Words that an attacker tries first at this terminal: they add no strength to a password. */
const WORDS_OF_HERE = /open ?sesame|sesame|terminal|trading|trader|trade|venue|wallet/gi

const guesser = new ZxcvbnFactory({
  dictionary: common.dictionary,
  graphs: common.adjacencyGraphs,
})

/** Why it cannot be used, or null. Bytes are taken as they come (SEC-3). */
export function passwordProblem(password: string): string | null {
  if (password.length < SHORTEST || password.length > LONGEST) {
    return `a password has ${SHORTEST} to ${LONGEST} characters`
  }
  const forms = new Set([password, password.replace(WORDS_OF_HERE, '')])
  return [...forms].some((form) => guesser.check(form).guessesLog10 < MIN_GUESSES_LOG10)
    ? 'that is too easy to guess: use several words, or a password manager'
    : null
}

/** The text for UI_PASSWORD_HASH. */
export function hashNewPassword(password: string): Promise<string> {
  return hashPassword(password, randomBytes(NEW_HASH.saltLength))
}
