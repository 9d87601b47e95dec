/**
 * `npm run release:try -- FORM PLACE...`: installs what `npm run release` made and plays the story of a newcomer with it.
 *
 *   archive FILE [CHROOT]    unpacks it, in a bare system made by debootstrap if one is given (as root)
 *   package FILE NODE NPM    installs it with `npm install --global` into a prefix of its own, run by that Node and that npm
 *   image NAME [ENGINE]      runs it as deploy/compose.yaml does, by podman or the engine that is named
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { playStory } from '#test/release-story.ts'

const [form, file = '', ...places] = process.argv.slice(2)

function run(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  if (spawnSync(program, words, { stdio: 'inherit', env }).status !== 0)
    throw new Error(`${program} ${words.join(' ')} failed`)
}

async function tryArchive(chroot: string | undefined): Promise<number> {
  const root = chroot === undefined ? mkdtempSync(join(tmpdir(), 'sesame-try-')) : resolve(chroot)
  const opt = join(root, 'opt')
  mkdirSync(opt, { recursive: true })
  for (const left of readdirSync(opt)) rmSync(join(opt, left), { recursive: true })
  run('tar', ['-xf', resolve(file), '-C', opt])
  const name = basename(file, '.tar.gz')
  const inside = chroot === undefined ? opt : '/opt'
  const sesame = join(inside, name, 'sesame')
  return playStory({
    command: chroot === undefined ? [sesame] : ['chroot', root, sesame],
    data: join(inside, 'data'),
    cwd: opt,
    env: { PATH: chroot === undefined ? '/nonexistent' : '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
}

async function tryPackage([node = process.execPath, npm = '']: readonly string[]): Promise<number> {
  const prefix = mkdtempSync(join(tmpdir(), 'sesame-try-'))
  const env = { ...process.env, PATH: [dirname(resolve(node)), '/usr/bin', '/bin'].join(delimiter) }
  const archive = join(prefix, 'package.tgz')
  cpSync(resolve(file), archive)
  run(resolve(node), [resolve(npm), 'install', '--global', '--prefix', prefix, archive], env)
  const sesame = join(prefix, 'bin', 'sesame')
  if (!existsSync(sesame)) throw new Error('npm made no command')
  return playStory({ command: [sesame], data: join(prefix, 'data'), cwd: prefix, env })
}

/** The network of this machine in place of one of its own, so that the port that it takes can be reached. */
async function tryImage(engine = 'podman'): Promise<number> {
  const closed = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges']
  const reached = ['--network=host', '--env=HTTP_ADDR=127.0.0.1:8080']
  return playStory({
    command: [engine, 'run', '--rm', ...closed, ...reached, file],
    data: '/data',
    cwd: tmpdir(),
    env: process.env,
  })
}

const FORMS: Readonly<Record<string, () => Promise<number>>> = {
  archive: () => tryArchive(places[0]),
  package: () => tryPackage(places),
  image: () => tryImage(places[0]),
}

const began = performance.now()
const play = FORMS[form ?? '']
if (play === undefined) throw new Error('the form is archive, package or image')
const toFill = await play()
const took = Math.round(performance.now() - began)
console.log(
  `${form}: installed and stopped within ${took} ms, the first fill ${Math.round(toFill)} ms after the start`,
)
