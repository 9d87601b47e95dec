/**
 * Finds Chrome, Chromium or Edge for the browser tests, and Chromium's shell without windows, which takes a quarter less
 * of the processor and shows no desktop notifications. On Debian as root without a browser it installs both; anywhere
 * else it prints what to install and fails: the browser tests are never skipped in silence.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const SHELL = 'chromium-headless-shell'

const NAMES = [
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

/** Path of a whole browser already on the machine, or the one named by CHROME_PATH; null when there is none. */
export function installedBrowser(): string | null {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  return [...onPath(...NAMES), ...(PLACES[process.platform] ?? [])].find((path) => existsSync(path)) ?? null
}

function onPath(...names: readonly string[]): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The browser for whatever needs no desktop: the shell where there is one. CHROME_PATH names it as well. */
export function shellPath(): string {
  const browser = browserPath()
  return process.env['CHROME_PATH'] ? browser : (onPath(SHELL).find((path) => existsSync(path)) ?? browser)
}

/**
 * The whole browser for the tests, installed if that can be done here.
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
  console.error('no browser found: installing the packages of chromium')
  if (!succeeds('apt-get', 'update')) return null
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  // Older releases have no package of the shell.
  return succeeds('apt-get', ...install, SHELL) || succeeds('apt-get', ...install) ? installedBrowser() : null
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
    console.log(shellPath())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
