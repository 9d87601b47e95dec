/** Opens an address in this computer's browser, as `start --open` asks. */
import { spawn } from 'node:child_process'

type Opener = readonly [program: string, ...words: readonly string[]]

const OPENER: Opener = ['xdg-open']
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Hands the address to the desktop.
 *
 * @param url  read by other users of this machine for a moment, in the list of processes: nothing that logs in twice
 * @param failed  called when nothing could be started
 */
export function openBrowser(url: string, platform: NodeJS.Platform, failed: () => void): void {
  const [program, ...words] = OPENERS[platform] ?? OPENER
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.unref()
}
