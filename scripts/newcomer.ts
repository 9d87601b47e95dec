/**
 * A newcomer's run, as root: the commands of README as they stand there, in a bare system made by debootstrap.
 *
 *   node bin/node.js scripts/newcomer.ts ROOT ARCHIVE [checkout] [tests]
 *
 * The archive needs nothing there. `checkout` and `tests` need what README's table names: a Node and npm, and `libatomic1`.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { playPage } from '#test/release-story.ts'
import { waitFor } from '#test/wait-for.ts'

const checkout = join(import.meta.dirname, '..')
const [root = '', archive = '', ...also] = process.argv.slice(2)
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/root' }
const blocks = [...readFileSync(join(checkout, 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)\n```/gm)]
const commandOf = (pattern: RegExp): string => {
  const found = blocks.map(([, block = '']) => block).filter((block) => pattern.test(block))
  assert.equal(found.length, 1, `README has ${found.length} commands like ${pattern}`)
  return found[0] ?? ''
}

/** A folder of the newcomer, empty. @returns where it is from outside */
function folderOf(name: string): string {
  const folder = join(root, 'root', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

function start(name: string, command: string) {
  const inside = `mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "$1"`
  const words = ['--mount', 'sh', '-c', inside, resolve(root), `cd /root/${name} && ${command}`]
  return spawn('unshare', words, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Runs a command that starts a terminal: page, login, a fill, Cancel All, Ctrl C. */
async function play(name: string, command: string): Promise<void> {
  const began = performance.now()
  const running = start(name, command)
  const ended = once(running, 'exit')
  let out = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  try {
    const link = /Log in with this link.*: (\S+)[^]*Password for this run: (\S+)/
    const [, url = '', password = ''] = await waitFor(
      'a link',
      () => {
        assert.equal(running.exitCode, null, `${command} has ended`)
        return link.exec(out)
      },
      600_000,
    )
    assert.equal(new URL(url).origin, 'http://127.0.0.1:8080')
    const filledAt = await playPage('http://127.0.0.1:8080', password)
    process.kill(-(running.pid ?? 0), 'SIGINT')
    await ended
    console.log(`${basename(root)}: ${command}: a fill after ${Math.round(filledAt - began)} ms`)
  } finally {
    if (running.exitCode === null && running.signalCode === null) process.kill(-(running.pid ?? 0), 'SIGKILL')
  }
}

cpSync(resolve(archive), join(folderOf('archive'), basename(archive)))
await play('archive', commandOf(/^tar /))
if (also.length > 0) {
  const sources = spawnSync('git', ['archive', 'HEAD'], { cwd: checkout, maxBuffer: 2 ** 30 }).stdout
  spawnSync('tar', ['-xf', '-', '-C', folderOf('checkout')], { input: sources })
  await play('checkout', commandOf(/npm start/))
}
if (also.includes('tests')) {
  const checks = start('checkout', commandOf(/npm test/))
  checks.stdout.pipe(process.stdout)
  assert.deepEqual(await once(checks, 'exit'), [0, null])
}
