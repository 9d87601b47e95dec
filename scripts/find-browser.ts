/**
 * Finds Chrome, Chromium or Edge for the browser tests: the shell without windows first, since it takes a quarter less of
 * the processor. On Debian as root without any browser it installs that shell, or the `chromium` package where there is
 * none; anywhere else it says what to install and fails: the browser tests are never skipped in silence.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

const ADVICE: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'install Google Chrome (brew install --cask google-chrome)',
  win32: 'install Google Chrome (winget install Google.Chrome)',
}

/** Path of a browser already on the machine, or the one named by CHROME_PATH; null when there is none. */
export function installedBrowser(): string | null {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...(PLACES[process.platform] ?? [])].find((path) => existsSync(path)) ?? null
}

/**
 * The browser for the tests, installed if that can be done here.
 *
 * @throws with what to install
 */
export function browserPath(): string {
  const found = installedBrowser() ?? installOnDebian()
  if (found !== null) return found
  const advice = ADVICE[process.platform] ?? 'install Chromium (on Debian: apt-get install chromium)'
  throw new Error(`no Chrome, Chromium or Edge found: ${advice}, or set CHROME_PATH to its program`)
}

function installOnDebian(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return null
  console.error('no browser found: installing one')
  if (!succeeds('apt-get', 'update')) return null
  const isThere = ['chromium-headless-shell', 'chromium'].some((name) =>
    succeeds('apt-get', 'install', '-y', '--no-install-recommends', name),
  )
  return isThere ? installedBrowser() : null
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

if (import.meta.main) {
  try {
    console.log(browserPath())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
