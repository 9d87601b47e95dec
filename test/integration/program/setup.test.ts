/** `sesame setup` as its user meets it: asked on a screen, or fed by a script, and `.env` at the end. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { parsePasswordHash, verifyPassword } from '#server/access/password.ts'
import { runSetup } from '../../../src/app/commands/command-setup.ts'
import type { Terminal } from '../../../src/app/process/terminal-io.ts'
import { startTestSimulator, temporaryDirectory, type TestSimulator } from '../../harness.ts'
import { runSesame } from '../../program.ts'
import { waitFor } from '../../wait-for.ts'

const PASSWORD = 'seven yellow boats at dawn'
const BOT_TOKEN = `123456:${'A'.repeat(35)}`

/** A screen with somebody at the keyboard: `answers` go in one by one, each once its question is shown. */
async function atTheScreen(
  cwd: string,
  answers: readonly (readonly [question: RegExp, answer: string])[],
): Promise<{ readonly code: number; readonly shown: string }> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => keyboard })
  let shown = ''
  const show = (text: string): void => void (shown += stripVTControlCharacters(text))
  const terminal: Terminal = {
    out: (line) => show(`${line}\n`),
    fail: (line) => show(`sesame: ${line}\n`),
    log: show,
    variables: {},
    envFile: join(cwd, '.env'),
    interactive: true,
    input: keyboard as unknown as NodeJS.ReadStream,
    onSignal: () => {},
  }
  let ended = false
  const running = runSetup(terminal).finally(() => (ended = true))
  let seen = 0
  for (const [question, answer] of answers) {
    await waitFor(`the question ${question}`, () => ended || question.test(shown.slice(seen)))
    seen = shown.length
    keyboard.write(`${answer}\r`)
  }
  return { code: await running, shown }
}

function envOf(cwd: string): Readonly<Record<string, string | undefined>> {
  return parseEnv(readFileSync(join(cwd, '.env'), 'utf8'))
}

async function assertGood(cwd: string, simulator: TestSimulator): Promise<void> {
  const env = envOf(cwd)
  assert.equal(statSync(join(cwd, '.env')).mode & 0o777, 0o600)
  assert.equal(env['VENUE_PROFILE'], simulator.profilePath)
  assert.equal(env['VENUE_WALLET_ADDRESS'], simulator.account.deposit_wallet)
  assert.equal(env['VENUE_SESSION_KEY'], simulator.account.session_key)
  assert.equal(Buffer.from(env['SESSION_SECRET'] ?? '', 'base64').length, 32)
  const hash = parsePasswordHash(env['UI_PASSWORD_HASH'] ?? '')
  assert.ok(hash.ok)
  assert.equal(await verifyPassword(hash.value, PASSWORD), true)
}

test('sesame setup', { timeout: 120_000 }, async (whole) => {
  const simulator = await startTestSimulator(whole)
  const { deposit_wallet: wallet, session_key: key } = simulator.account
  const given = `VENUE_PROFILE=${simulator.profilePath}\nVENUE_WALLET_ADDRESS=${wallet}\n`

  await whole.test(
    'on a screen: explains, checks each answer, shows no secret, ends with doctor',
    async (context) => {
      const cwd = temporaryDirectory(context)
      const { code, shown } = await atTheScreen(cwd, [
        [/VENUE_PROFILE: $/, '/nowhere.json'],
        [/cannot be read.*\n[^]*VENUE_PROFILE: $/, simulator.profilePath],
        [/UI_PASSWORD: $/, 'passwordpassword'],
        [/too easy to guess[^]*: $/, PASSWORD],
        [/Once more: $/, 'seven yellow boats at dusk'],
        [/The passwords do not match. Try again.\n[^]*: $/, PASSWORD],
        [/Once more: $/, PASSWORD],
        [/VENUE_WALLET_ADDRESS.*: $/, '0x12'],
        [/40 hex digits\n[^]*: $/, wallet],
        [/VENUE_SESSION_KEY.*: $/, key],
        [/VENUE_OWNER_ADDRESS.*: $/, ''],
        [/TELEGRAM_BOT_TOKEN.*: $/, BOT_TOKEN],
        [/TELEGRAM_CHAT_ID: $/, '4711'],
        [/LIVE_TRADING.*: $/, 'TRUE'],
        [/must be true or false\n[^]*: $/, 'true'],
      ])
      assert.equal(code, 0, shown)
      await assertGood(cwd, simulator)
      assert.equal(envOf(cwd)['LIVE_TRADING'], 'true')
      for (const secret of [
        PASSWORD,
        key.replace(/^0x/, ''),
        BOT_TOKEN,
        envOf(cwd)['SESSION_SECRET'] ?? '',
      ]) {
        assert.equal(shown.includes(secret), false)
      }
      assert.match(shown, /only its argon2id hash is kept/)
      assert.match(shown, /^ok    geographic check: /m)
    },
  )

  await whole.test(
    'Ctrl-C at a question that may be left out ends it, and nothing is written',
    async (context) => {
      const cwd = temporaryDirectory(context)
      const { code, shown } = await atTheScreen(cwd, [
        [/VENUE_PROFILE: $/, simulator.profilePath],
        [/UI_PASSWORD: $/, PASSWORD],
        [/Once more: $/, PASSWORD],
        [/VENUE_WALLET_ADDRESS.*: $/, '\u0003'],
      ])
      assert.notEqual(code, 0, shown)
      assert.match(shown, /stopped; nothing was written/)
      assert.equal(existsSync(join(cwd, '.env')), false)
    },
  )

  await whole.test('from a script: lines on standard input; what is there already stays', async (context) => {
    const cwd = temporaryDirectory(context)
    writeFileSync(join(cwd, '.env'), '# mine\nLOG_LEVEL=debug\nVENUE_WALLET_ADDRESS=0x00\n')
    const input = `${given}UI_PASSWORD=${PASSWORD}\nVENUE_SESSION_KEY=${key}\n`
    const program = runSesame(['setup'], { cwd, input })
    assert.equal((await program.ended).code, 0, program.err())
    await assertGood(cwd, simulator)
    assert.match(readFileSync(join(cwd, '.env'), 'utf8'), /^# mine\nLOG_LEVEL=debug\nVENUE_WALLET_ADDRESS=0x/)
    assert.equal(`${program.out()}${program.err()}`.includes(key), false)

    const again = runSesame(['setup'], { cwd, input: 'LIVE_TRADING=true\n' })
    assert.equal((await again.ended).code, 0, again.err())
    await assertGood(cwd, simulator)
    assert.equal(envOf(cwd)['LIVE_TRADING'], 'true')
  })

  await whole.test('settings that could not be read back unchanged do not change `.env`', async (context) => {
    const cwd = temporaryDirectory(context)
    const before = 'LOG_FORMAT="json"\nNOTE="two lines\nLIVE_TRADING=one of them\n"\n'
    writeFileSync(join(cwd, '.env'), before)
    const input = `${given}UI_PASSWORD=${PASSWORD}\nVENUE_SESSION_KEY=${key}\nLIVE_TRADING=true\n`
    const program = runSesame(['setup'], { cwd, input })
    assert.equal((await program.ended).code, 1, program.out())
    assert.match(program.err(), /on one line[^\n]*nothing was written\n$/)
    assert.equal(readFileSync(join(cwd, '.env'), 'utf8'), before)
  })

  const refusals: readonly (readonly [string, readonly string[], string, RegExp])[] = [
    ['a missing password', [], `${given}VENUE_SESSION_KEY=${key}\n`, /UI_PASSWORD_HASH is required/],
    ['a weak password', [], `${given}UI_PASSWORD=qwertyuiop12\n`, /too easy to guess/],
    [
      'a short key',
      [],
      `${given}UI_PASSWORD=${PASSWORD}\nVENUE_SESSION_KEY=abc\n`,
      /VENUE_SESSION_KEY must be 64/,
    ],
    ['an unknown line', [], `${given}PASSWORD=${PASSWORD}\n`, /standard input takes lines/],
    ['an option for a secret', ['--password', PASSWORD], '', /unknown option '--password'/],
  ]
  for (const [name, argv, input, expected] of refusals) {
    await whole.test(`${name} writes nothing and shows no value`, async (context: TestContext) => {
      const cwd = temporaryDirectory(context)
      const program = runSesame(['setup', ...argv], { cwd, input })
      assert.notEqual((await program.ended).code, 0)
      assert.match(program.err(), expected)
      assert.equal(existsSync(join(cwd, '.env')), false)
      assert.equal(program.err().includes(PASSWORD), false)
    })
  }
})
