/** Program whose command runs: known to whatever the command calls, however many answers it waits for in between. */
import { AsyncLocalStorage } from 'node:async_hooks'

export type CommandCaller = {
  /** Runs a program's command under the name of its token. */
  runAs<T>(name: string, command: () => T): T
  /** Runs what a command sets off and is none of it, such as the listeners of a fact. */
  aside<T>(action: () => T): T
  /** Name of the token; null for the page and for the terminal's own acts. */
  name(): string | null
}

export function createCommandCaller(): CommandCaller {
  const storage = new AsyncLocalStorage<string | null>()
  const name = (): string | null => storage.getStore() ?? null
  return {
    runAs: (name, command) => storage.run(name, command),
    aside: (action) => (name() === null ? action() : storage.run(null, action)),
    name,
  }
}
