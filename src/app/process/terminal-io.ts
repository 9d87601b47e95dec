import { join } from 'node:path'

/** Process of a command: two streams, the environment, and the signal to end. */
export type Terminal = {
  /** One line of result on standard output. */
  readonly out: (line: string) => void
  /** One line of complaint on standard error, with the program's name in front. */
  readonly fail: (line: string) => void
  /** One finished log line on standard error. */
  readonly log: (line: string) => void
  /** The variables of the process; reading the configuration removes the secrets from it. */
  readonly variables: Record<string, string | undefined>
  /** The file with the settings: `.env` in the working directory, unless the command line names another. */
  envFile: string
  /** True if a person watches the log. */
  readonly interactive: boolean
  readonly input: NodeJS.ReadStream
  /** Calls `action` at SIGINT, SIGTERM and SIGHUP (its window or its remote shell was closed), each time. */
  readonly onSignal: (action: () => void) => void
}

/** The terminal of the running process. */
export function createTerminal(subject: NodeJS.Process): Terminal {
  // A full disk under the log, or a pipe that nobody reads any more, is no reason to end: cancels must go on.
  for (const stream of [subject.stdout, subject.stderr]) stream.on('error', () => {})
  return {
    out: (line) => void subject.stdout.write(`${line}\n`),
    fail: (line) => void subject.stderr.write(`sesame: ${line}\n`),
    log: (line) => void subject.stderr.write(line),
    variables: subject.env,
    envFile: join(subject.cwd(), '.env'),
    interactive: subject.stderr.isTTY,
    input: subject.stdin,
    onSignal: (action) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) subject.on(signal, action)
    },
  }
}
