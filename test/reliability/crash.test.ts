/**
 * kill -9 at every named point of the order path: after the restart no order was sent twice, none is lost, the chain
 * verifies and the terminal agrees with the venue. SESAME_RELIABILITY=full runs every point in every scenario that passes
 * it, and kills at random instants; SESAME_CRASH='place.intent.post:1 filling' repeats one run, 'instant:137 filling' one of those.
 */
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { caseName, INSTANT, runCrash, type CrashCase } from './crash-run.ts'
import { environment } from './environment.ts'
import { SCENARIOS, type ScenarioName } from './crash-scenarios.ts'

const PLACE = [
  'received',
  'validated',
  'risk.post',
  'sign.post',
  'intent.pre',
  'signed.pre',
  'intent.post',
  'decision.post',
  'signed.post',
  'connect.post',
  'gates2.post',
  'first_byte',
  'last_byte',
  'answer.headers',
  'answer.body',
  'response.pre',
  'response.post',
  'publish.post',
  'reply.pre',
].map((name) => `place.${name}`)
const PLACING_STORIES: readonly ScenarioName[] = ['resting', 'filling', 'fok']
const AFTER_CANCEL = PLACE.filter((name) => name !== 'place.received')

const OTHERS: readonly CrashCase[] = [
  ...['received', 'sent', 'answer', 'recorded'].map((name) => crash(`cancel.${name}`, 'cancel')),
  ...['stored', 'due', 'sent', 'cleared'].map((name) => crash(`cancel.queue.${name}`, 'queue')),
  ...['kept', 'sent', 'cleared'].map((name) => crash(`cancel.queue.${name}`, 'kept')),
  ...['barrier', 'sent', 'answer', 'sweep'].map((name) => crash(`cancel_all.${name}`, 'cancel_all')),
  ...['cancel_sent', 'cancel_proved', 'sized'].map((name) => crash(`replace.${name}`, 'replace')),
  ...['attached', 'rest.pre', 'cancel_sent', 'sell.pre'].map((name) =>
    crash(`exit.${name}`, 'attached_exit'),
  ),
  // The target is the second order of its scenario, the sale the third.
  crash('place.last_byte', 'attached_exit', 2),
  crash('place.last_byte', 'attached_exit', 3),
  crash('exit.buy.pre', 'stop_entry'),
  crash('place.last_byte', 'stop_entry'),
  ...['recorded', 'cancel_sent', 'cancel_proved'].map((name) => crash(`way_out.${name}`, 'way_out')),
  // The sale of the exit is the second order of its scenario.
  crash('place.signed.post', 'way_out', 2),
  crash('place.last_byte', 'way_out', 2),
  ...['read.start', 'read.page', 'apply.pre', 'apply.post'].map((name) =>
    crash(`reconcile.${name}`, 'reading', 4),
  ),
]

/** The disk and the wire are at these as they were at the point before. */
const AS_BEFORE = new Set(
  ['validated', 'risk.post', 'signed.pre', 'connect.post', 'gates2.post', 'answer.body', 'publish.post'].map(
    (name) => `place.${name}`,
  ),
)

const SHORT: readonly CrashCase[] = [
  ...PLACE.filter((point) => !AS_BEFORE.has(point)).map((point, index) =>
    crash(point, PLACING_STORIES[index % 3] ?? 'resting'),
  ),
  ...OTHERS,
  // Three orders in one command.
  crash('place.signed.post', 'many'),
  crash('place.response.post', 'many', 2),
  // The replacement is the second order of its scenario.
  ...['place.signed.post', 'place.last_byte', 'place.response.pre'].map((point) =>
    crash(point, 'replace', 2),
  ),
]

const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[]
const INSTANTS = 40
/** The longest scenario has a matching delay of two seconds; most of an order is in its first tenth. */
const instants = Array.from({ length: INSTANTS }, (_, index) =>
  crash(
    INSTANT,
    SCENARIO_NAMES[index % SCENARIO_NAMES.length] ?? 'resting',
    randomInt(index % 4 === 0 ? 2_500 : 120),
  ),
)

const FULL: readonly CrashCase[] = [
  ...PLACING_STORIES.flatMap((scenario) => PLACE.map((point) => crash(point, scenario))),
  ...PLACE.map((point) => crash(point, 'many')),
  ...['sign.post', 'response.pre', 'response.post', 'publish.post', 'reply.pre'].map((name) =>
    crash(`place.${name}`, 'many', 2),
  ),
  crash('place.response.pre', 'many', 3),
  ...AFTER_CANCEL.map((point) => crash(point, 'replace', 2)),
  ...PLACE.map((point) => crash(point, 'cancel', 2)),
  ...OTHERS,
  ...instants,
]

function crash(point: string, scenario: ScenarioName, passage = 1): CrashCase {
  return { point, scenario, passage }
}

const all = environment('SESAME_RELIABILITY') === 'full' ? FULL : SHORT
const wanted = environment('SESAME_CRASH')
const [, at, scenario] = /^instant:(\d+) (\S+)$/.exec(wanted ?? '') ?? []
const repeated = SCENARIO_NAMES.flatMap((name) => (name === scenario ? crash(INSTANT, name, Number(at)) : []))
const chosen = wanted === null ? all : [...repeated, ...FULL.filter((one) => caseName(one) === wanted)]

describe(
  'INV-01 INV-02 INV-04 INV-08 INV-29 INV-31 INV-78 INV-92 INV-99 after kill -9',
  { concurrency: 2 },
  () => {
    for (const one of chosen) {
      test(`at ${caseName(one)}`, { timeout: 180_000 }, async (context) => {
        try {
          await runCrash(context, one)
        } catch (error) {
          context.diagnostic(
            `repeat: SESAME_CRASH='${caseName(one)}' node --test test/reliability/crash.test.ts`,
          )
          throw error
        }
      })
    }
  },
)
