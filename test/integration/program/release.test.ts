/**
 * Files of `npm run release`: they start without npm, PATH, checkout or network, and play the story of a newcomer.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import { temporaryDirectory } from '../../harness.ts'
import { playStory } from '../../release-story.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const BARE = { PATH: '/nonexistent' }
const SECRET = /^(?:\.env|container\.env|venue\.json)$/
const NOT_COPIED = /^(?:\.git|node_modules|dist|data|release|test-results)$/

function namesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
}

/** This checkout again, with its owner's settings in it, and nobody else may read it: made under umask 077. */
function privateCheckout(context: TestContext): string {
  const checkout = temporaryDirectory(context)
  for (const name of readdirSync(root))
    if (!NOT_COPIED.test(name)) cpSync(join(root, name), join(checkout, name), { recursive: true })
  for (const secret of [
    '.env',
    'deploy/.env',
    'deploy/container.env',
    'deploy/venue.json',
    'docs/container.env',
  ])
    writeFileSync(join(checkout, secret), '')
  for (const name of namesIn(checkout)) {
    const path = join(checkout, name)
    chmodSync(path, statSync(path).mode & 0o700)
  }
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  return checkout
}

test(
  'a release runs by itself, from the first start to a fill and a clean stop',
  { timeout: 120_000 },
  async (context) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      context.diagnostic('this machine is not of a platform that is released')
      return
    }
    const checkout = privateCheckout(context)
    const words = ['scripts/release.ts', '--to', 'made', '--platform', 'linux-x64', '--directory-only']
    const run = (repository: string) =>
      spawnSync(process.execPath, [...words, '--repository', repository], { cwd: checkout, encoding: 'utf8' })
    for (const refused of ['http://code.example/sesame', 'https://me@code.example/sesame']) {
      const { status, stderr } = run(refused)
      assert.notEqual(status, 0)
      assert.match(stderr, /--repository must be an https address/)
    }
    const made = run('https://code.example/desk/sesame.git')
    assert.equal(made.status, 0, made.stderr)
    assert.ok(made.stdout.includes(`is in ${join(checkout, 'made')}\n`), made.stdout)
    const directory = join(checkout, 'made', `sesame-${VERSION}-linux-x64`)
    const names = namesIn(directory)
    assert.deepEqual(
      names.filter((name) => SECRET.test(basename(name))),
      [],
      'nobody gets the settings of who made it',
    )
    const ofImage = new Set(['Containerfile', 'compose.yaml'])
    const deployed = readdirSync(join(root, 'deploy')).filter(
      (name) => !SECRET.test(name) && !ofImage.has(name),
    )
    const shown = readFileSync(join(directory, 'README.md'), 'utf8').match(/docs\/images\/[\w.-]+/g) ?? []
    assert.ok(shown.length > 3)
    for (const picture of shown) assert.ok(existsSync(join(directory, picture)), picture)
    assert.deepEqual(readdirSync(join(directory, 'deploy')).toSorted(), deployed.toSorted())
    assert.deepEqual(
      readdirSync(join(directory, 'examples')).toSorted(),
      readdirSync(join(root, 'examples')).toSorted(),
    )
    const closed = ['', ...names].filter((name) => (statSync(join(directory, name)).mode & 0o044) !== 0o044)
    assert.deepEqual(closed, [], 'others may read it')
    for (const started of ['', 'sesame', 'runtime/bin/node', 'examples/cancel-all.sh'])
      assert.equal(statSync(join(directory, started)).mode & 0o777, 0o755, started)
    assert.equal(statSync(join(directory, 'LICENSE')).mode & 0o777, 0o644)

    const sesame = join(directory, 'sesame')
    const home = temporaryDirectory(context)

    const version = spawnSync(sesame, ['--version'], { cwd: '/', env: BARE, encoding: 'utf8' })
    assert.deepEqual([version.status, version.stdout, version.stderr], [0, `sesame ${VERSION}\n`, ''])
    const took = await playStory({ command: [sesame], data: join(home, 'data'), cwd: home, env: BARE })
    context.diagnostic(`a fill after ${Math.round(took)} ms`)

    for (const left of ['src', 'test', 'simulator', 'node_modules', '.git', 'scripts'])
      assert.equal(existsSync(join(directory, left)), false, left)
    if (!made.stdout.includes('with its symbols')) {
      const size = names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
      assert.ok(size < 122 * 2 ** 20, `${size} bytes`)
    }
    const notices = readFileSync(join(directory, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const part of ['react 19', 'zod 4', 'undici 7', '@fontsource-variable/inter 5']) {
      const text = notices.split(`\n${part}`)[1]?.split('-'.repeat(80))[0] ?? ''
      assert.match(text, /copyright[^]*(?:permission|permitted)/i, part)
    }
    const own = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Record<string, unknown>
    const { version: released, homepage, bugs, repository } = own
    assert.equal(released, VERSION)
    assert.deepEqual(
      [homepage, bugs, repository],
      [
        'https://code.example/desk/sesame#readme',
        { url: 'https://code.example/desk/sesame/issues' },
        { type: 'git', url: 'git+https://code.example/desk/sesame.git' },
      ],
    )
    assert.ok(readdirSync(join(directory, 'runtime')).includes('LICENSE'))
  },
)
