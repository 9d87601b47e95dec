/**
 * `sesame setup`: what a real venue needs, asked one by one on a screen, or taken from lines `NAME=value` on standard
 * input, and written to `.env`. No secret is echoed, logged or part of a message.
 */
import { randomBytes } from 'node:crypto'
import { err, ok, type Result, wordsOf } from '#lib/result.ts'
import { runDoctor } from './command-doctor.ts'
import { readConfiguration, type ConfigurationTools } from '../config/config.ts'
import { configurationTools } from '../config/configuration-tools.ts'
import { readEnvText } from '../config/environment.ts'
import { SETTINGS } from '../config/setting-table.ts'
import { EXIT } from '../exit-codes.ts'
import { hashNewPassword, passwordProblem } from '../process/new-password.ts'
import { ask, readLines } from '../process/prompt.ts'
import { settingsOf, withSettings, writeEnvText } from '../setup/env-file.ts'
import { QUESTIONS, type Question } from '../setup/questions.ts'
import { systemRandom } from '../process/system-random.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** The settings so far: what `.env` held, and over it what was answered. */
type Draft = { readonly settings: Map<string, string>; readonly tools: ConfigurationTools }

/** Writes the environment file, or nothing when an answer cannot be used. */
export async function runSetup(terminal: Terminal): Promise<number> {
  const path = terminal.envFile
  const text = readEnvText(path)
  if (!text.ok) return refuse(`${text.error.setting} ${text.error.message}`, terminal)
  const tools = await configurationTools(terminal.interactive, systemRandom)
  const draft: Draft = { settings: new Map(settingsOf(text.value)), tools }
  const interactive = terminal.input.isTTY
  const gathered = interactive
    ? await askAll(draft, terminal)
    : await takeAll(draft, await readLines(terminal))
  if (!gathered.ok) return refuse(gathered.error, terminal)
  if (!draft.settings.has('SESSION_SECRET')) {
    draft.settings.set('SESSION_SECRET', randomBytes(32).toString('base64'))
  }
  const judged = readConfiguration(draft.settings, tools)
  if (!judged.ok) {
    for (const { setting, message } of judged.error) terminal.fail(`${setting} ${message}`)
    return EXIT.refused
  }
  const problem = write(path, text.value, draft)
  if (problem !== null) return refuse(`${problem}; nothing was written`, terminal)
  terminal.out(`Wrote ${path} (mode 0600).`)
  if (!interactive) {
    terminal.out('Next: ./sesame doctor, then ./sesame start')
    return EXIT.ok
  }
  terminal.out('Checking:')
  await runDoctor({ data: undefined, json: false }, terminal)
  terminal.out('Next: ./sesame start')
  return EXIT.ok
}

function refuse(problem: string, terminal: Terminal): number {
  terminal.fail(problem)
  return EXIT.refused
}

/** Answers why `.env` stays as it is; null once it is written. */
function write(path: string, before: string, { settings }: Draft): string | null {
  const after = withSettings(before, settings)
  if (!after.ok) {
    return `${after.error} could not be kept in ${path}: write every setting there on one line, with one kind of quotes in it at most, and run setup again`
  }
  try {
    writeEnvText(path, after.value)
    return null
  } catch (error) {
    return `${path} cannot be written (${wordsOf(error)})`
  }
}

async function askAll(draft: Draft, terminal: Terminal): Promise<Result<null, string>> {
  for (const question of QUESTIONS) {
    if (!question.applies(draft.settings)) continue
    terminal.log(`\n${question.explanation}\n`)
    const ended = await askUntilGood(draft, question, terminal)
    if (ended !== null) return err(ended)
  }
  return ok(null)
}

const MAX_TRIES = 5
const STOPPED = 'stopped; nothing was written'

/** Answers why the setup ends, or null once there is an answer that can be used. */
async function askUntilGood(draft: Draft, question: Question, terminal: Terminal): Promise<string | null> {
  const kept = draft.settings.has(question.name)
  const hint = kept
    ? ' (press Enter to keep the current one)'
    : question.isRequired
      ? ''
      : ' (press Enter to skip)'
  const hidden = SETTINGS[question.name].isSecret
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await ask(terminal, `${question.asked}${hint}: `, { hidden })
    if (answer === null) return STOPPED
    if (answer === '' && (kept || !question.isRequired)) return null
    if (question.name === 'UI_PASSWORD_HASH' && passwordProblem(answer) === null) {
      const again = await ask(terminal, 'Once more: ', { hidden: true })
      if (again === null) return STOPPED
      if (again !== answer) {
        terminal.fail('The passwords do not match. Try again.')
        continue
      }
    }
    const problem = answer === '' ? `${question.asked} is required` : await accept(draft, question, answer)
    if (problem === null) return null
    terminal.fail(problem)
  }
  return `${question.asked} is still missing; nothing was written`
}

async function takeAll(draft: Draft, lines: readonly string[]): Promise<Result<null, string>> {
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    const question = QUESTIONS.find(({ asked }) => asked === name)
    if (question === undefined)
      return err(`standard input takes lines NAME=value of ${QUESTIONS.map(({ asked }) => asked).join(', ')}`)
    const problem = await accept(draft, question, value)
    if (problem !== null) return err(problem)
  }
  return ok(null)
}

/** Takes an answer into the draft; answers what is wrong with it instead, without its value. */
async function accept(
  { settings, tools }: Draft,
  { name }: Question,
  answer: string,
): Promise<string | null> {
  if (name === 'UI_PASSWORD_HASH') {
    const problem = passwordProblem(answer)
    if (problem !== null) return problem
    settings.set(name, await hashNewPassword(answer))
    return null
  }
  const judged = readConfiguration(new Map(settings).set(name, answer), tools)
  const problem = judged.ok ? undefined : judged.error.find(({ setting }) => setting === name)
  if (problem !== undefined) return `${name} ${problem.message}`
  if (name === 'LIVE_TRADING' && answer !== 'true' && answer !== 'false')
    return `${name} must be true or false`
  settings.set(name, answer)
  return null
}
