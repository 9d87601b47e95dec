/** A terminal in this process, put together as `sesame start` does it, from settings instead of an environment. */
import { VERSION } from '#lib/user-agent.ts'
import { shownSettings } from '#app/assembly/report.ts'
import { pageDirectory } from '#app/assembly/page.ts'
import { startTerminal } from '#app/compose.ts'
import { configurationTools } from '#app/config/configuration-tools.ts'
import { readConfiguration } from '#app/config/config.ts'
import { EXIT } from '#app/exit-codes.ts'
import { createLogger } from '#app/process/logger.ts'
import { projectRoot } from '#app/process/project-root.ts'
import { createRedactor } from '#app/process/redactor.ts'
import { systemClock } from '#app/process/system-clock.ts'
import { systemRandom } from '#app/process/system-random.ts'

export type OwnTerminal = {
  readonly url: string
  /** Its log so far. */
  readonly log: () => string
  /** Answers the exit code that the program would end with, also when asked again. */
  readonly stop: () => Promise<number>
}

export async function startOwnTerminal(settings: Readonly<Record<string, string>>): Promise<OwnTerminal> {
  const environment = new Map(Object.entries(settings))
  const tools = await configurationTools(false, systemRandom)
  const read = readConfiguration(environment, tools)
  if (!read.ok) throw new Error(read.error.map(({ setting, message }) => `${setting} ${message}`).join('\n'))
  const configuration = read.value
  const redactor = createRedactor()
  for (const secret of configuration.secrets()) redactor.add(secret)
  const { level, format } = configuration.log
  const lines: string[] = []
  const log = createLogger({
    level,
    format,
    redactor,
    write: (line) => void lines.push(line),
    now: () => systemClock.now(),
  })
  const started = await startTerminal({
    configuration,
    clock: systemClock,
    random: systemRandom,
    log,
    redactor,
    version: VERSION,
    envFile: '.env',
    shownSettings: shownSettings(environment),
    pageDirectory: pageDirectory(projectRoot()),
  })
  if (!started.ok) throw new Error(started.error.message)
  let stopping: Promise<number> | null = null
  return {
    url: started.value.url,
    log: () => lines.join(''),
    stop: () =>
      (stopping ??= started.value
        .stop()
        .then(({ areCancelsConfirmed }) => (areCancelsConfirmed ? EXIT.ok : EXIT.cancelUnconfirmed))),
  }
}
