/** `sesame doctor`: read-only checks of everything that a start needs, one line each, with what to do when one is not well. */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import { chosenDataDirectory, readConfiguration, type Configuration } from '../config/config.ts'
import { configurationTools } from '../config/configuration-tools.ts'
import { headKeyOf } from '../process/data-directory.ts'
import { examineAudit } from '../doctor/audit.ts'
import { examineEnvText } from '../doctor/env-file.ts'
import { examineHost } from '../doctor/host.ts'
import { examineSettings } from '../doctor/settings.ts'
import { CHAT_URL } from '../assembly/notifications.ts'
import { examineProfile } from '../doctor/venue.ts'
import { readEnvText, secretFilesIn, takeEnvironment } from '../config/environment.ts'
import { EXIT } from '../exit-codes.ts'
import { systemRandom } from '../process/system-random.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { accountSecrets } from '../world.ts'
import { createServer } from 'node:net'
import { listenFault } from '#server/http/listen-fault.ts'
import { holderOf } from '#store/instance-lock.ts'

type DoctorOptions = { readonly data: string | undefined; readonly json: boolean }

/** Prints every finding; 1 when one of them is a failure. */
export async function runDoctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const findings = await examine(options, terminal)
  const isWell = !findings.some(({ state }) => state === 'fail')
  if (options.json) terminal.out(JSON.stringify({ ok: isWell, findings }))
  else for (const finding of findings) terminal.out(lineOf(finding))
  return isWell ? EXIT.ok : EXIT.refused
}

async function examine(options: DoctorOptions, terminal: Terminal): Promise<readonly Finding[]> {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  if (!environment.ok) {
    const { setting, message } = environment.error
    const unread = illFinding(setting, 'fail', message, 'run doctor as the user that runs Sesame')
    // The configuration that cannot be read names the directory, unless --data does.
    if (options.data === undefined) return [unread, NOT_ASKED]
    return [
      unread,
      ...examineHost(terminal.envFile, options.data),
      examineAudit(options.data, null),
      NOT_ASKED,
    ]
  }
  const tools = await configurationTools(terminal.interactive, systemRandom)
  const read = readConfiguration(environment.value, tools)
  const directory = options.data ?? chosenDataDirectory(environment.value)
  const settings = examineSettings(read, environment.value.get('LIVE_TRADING'))
  const isTold = ({ check }: Finding): boolean => settings.some((finding) => finding.check === check)
  return [
    ...settings,
    ...examineFile(terminal.envFile).filter((finding) => !isTold(finding)),
    ...examineHost(terminal.envFile, directory, secretFilesIn(environment.value)),
    ...(read.ok ? [await examineListen(read.value.http, directory)] : []),
    examineAudit(directory, headKeyOf(environment.value)),
    ...(read.ok ? await examineChosenVenue(read.value) : [NOT_ASKED]),
  ]
}

function examineFile(path: string): readonly Finding[] {
  const text = readEnvText(path)
  return text.ok ? examineEnvText(text.value) : []
}

const NOT_ASKED = illFinding(
  'venue',
  'warn',
  'not checked: the configuration cannot be used',
  'correct the settings above and run doctor again',
)

/** The bundled venue runs only while a terminal runs; otherwise there is nothing to ask. */
async function examineChosenVenue({ venue, account, chat }: Configuration): Promise<readonly Finding[]> {
  if (venue.kind === 'bundled') return []
  const chatUrl = chat === null ? null : (venue.profile.urls.chat ?? CHAT_URL)
  return examineProfile(venue.profile, accountSecrets(account), chatUrl)
}

function lineOf({ state, check, found, cure }: Finding): string {
  return `${state.padEnd(4)}  ${check}: ${found}${cure === null ? '' : `; ${cure}`}`
}

/**
 * Listens on it for a moment.
 *
 * @param directory  whose Sesame may be what listens there
 */
async function examineListen(
  listen: { readonly host: string; readonly port: number },
  directory: string,
): Promise<Finding> {
  const check = 'HTTP_ADDR'
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'))
  server.listen(listen.port, listen.host, () => server.close(() => resolve(null)))
  const code = await promise
  if (code === null) return wellFinding(check, `${listen.host}:${listen.port} is free`)
  const pid = code === 'EADDRINUSE' ? holderOf(directory) : null
  if (pid !== null) return wellFinding(check, `in use; a Sesame of ${directory} runs as process ${pid}`)
  const [found, cure] = listenFault(code, listen)
  return illFinding(check, 'fail', found, cure)
}
