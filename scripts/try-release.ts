/**
 * `npm run release:try -- FORM PLACE...`: installs what `npm run release` made and plays the story of a newcomer with it.
 *
 *   archive FILE [CHROOT]    unpacks it, in a bare system made by debootstrap if one is given (as root)
 *   package FILE NODE NPM    installs it with `npm install --global` into a prefix of its own, run by that Node and that npm
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

const began = performance.now()
const toFill = form === 'archive' ? await tryArchive(places[0]) : await tryPackage(places)
const took = Math.round(performance.now() - began)
console.log(
  `${form}: installed and stopped within ${took} ms, the first fill ${Math.round(toFill)} ms after the start`,
)
