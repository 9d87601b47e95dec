/** The program of `sesame replay`: a recording, the page and a login made for this run. No venue, no account, no data directory (ADR 128). */
import { Buffer } from 'node:buffer'
import { createReplays } from '#engine/replay/replays.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { createCommandCaller } from '#server/access/command-caller.ts'
import { startServer } from '#server/server.ts'
import { createLoginFailureStore } from '#store/login-failures.ts'
import { openRecording } from '#store/recording/reader.ts'
import { openMemory } from '#store/schema.ts'
import { createSessionStore } from '#store/sessions.ts'
import { createSettingsStore } from '#store/settings.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import type { Redactor } from './process/redactor.ts'
import { createLogin } from './process/throw-away-login.ts'

type RunningReplay = {
  /** Where a browser is logged in once, within five minutes, and the replay is open. */
  readonly loginUrl: string
  readonly password: string
  stop(): Promise<void>
}

/** Listens on this machine only. */
export async function startReplay(parts: {
  /** The directory of the segments. */
  readonly recording: string
  /** The instant at which the replay is opened, Unix milliseconds. */
  readonly at: number
  /** 0 for any free one. */
  readonly port: number
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly redactor: Redactor
  /** The built page. */
  readonly pageDirectory: string
}): Promise<Result<RunningReplay, string>> {
  const { clock, random, log, redactor } = parts
  const sqlite = openMemory({ installId: Buffer.from(random.bytes(32)).toString('hex'), now: clock.now() })
  const login = await createLogin({ passwordHash: null, sessionSecret: null }, random, clock)
  const { throwAwayPassword: password, link } = login
  if (password === null || link === null) throw new Error('a replay has a login of its own')
  for (const secret of [password, link.token]) redactor.add(secret)
  const replays = createReplays({
    source: openRecording(parts.recording, 'foreign'),
    readFrame: readRecordedFrame,
    clock,
    mint: () => random.uuidV7(),
  })
  const server = await startServer({
    listen: { host: '127.0.0.1', port: parts.port },
    auth: {
      ...login.auth,
      loginLink: link,
      cookieSecure: false,
      allowedHosts: [],
      trustedProxies: [],
    },
    engine: null,
    replays,
    caller: createCommandCaller(),
    sessionStore: createSessionStore(sqlite, log),
    loginFailures: createLoginFailureStore(sqlite, log),
    settings: createSettingsStore(sqlite, log),
    clock,
    random,
    log,
    staticDirectory: parts.pageDirectory,
  })
  if (!server.ok) {
    replays.stop()
    sqlite.close()
    return err(server.error.message.replace('HTTP_ADDR', '--port'))
  }
  const address = `/replay?at=${encodeURIComponent(new Date(parts.at).toISOString())}`
  return ok({
    loginUrl: `${server.value.url}${address}#login=${link.token}`,
    password,
    async stop() {
      await server.value.close()
      replays.stop()
      sqlite.close()
    },
  })
}
