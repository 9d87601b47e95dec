/** What `npm run release` lays out: it starts without npm, PATH, checkout or network, and plays the story of a newcomer. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import { temporaryDirectory } from '../harness.ts'
import { playStory } from '../release-story.ts'

const root = join(import.meta.dirname, '..', '..')
const BARE = { PATH: '/nonexistent' }

test(
  'a release runs by itself, from the first start to a fill and a clean stop',
  { timeout: 120_000 },
  async (context) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      context.diagnostic('this machine is not of a platform that is released')
      return
    }
    const to = temporaryDirectory(context)
    const words = [
      join(root, 'scripts/release.ts'),
      '--to',
      to,
      '--platform',
      'linux-x64',
      '--directory-only',
    ]
    const made = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
    assert.equal(made.status, 0, made.stderr)
    const directory = join(to, `sesame-${VERSION}-linux-x64`)
    const sesame = join(directory, 'sesame')
    const home = temporaryDirectory(context)

    const version = spawnSync(sesame, ['--version'], { cwd: '/', env: BARE, encoding: 'utf8' })
    assert.deepEqual([version.status, version.stdout, version.stderr], [0, `sesame ${VERSION}\n`, ''])
    const took = await playStory({ command: [sesame], data: join(home, 'data'), cwd: home, env: BARE })
    context.diagnostic(`a fill after ${Math.round(took)} ms`)

    assert.equal(statSync(directory).mode & 0o777, 0o755, 'others may start it')
    for (const left of ['src', 'test', 'simulator', 'node_modules', '.git', 'scripts'])
      assert.equal(existsSync(join(directory, left)), false, left)
    const notices = readFileSync(join(directory, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const part of ['react 19', 'zod 4', 'undici 7', '@fontsource-variable/inter 5']) {
      const text = notices.split(`\n${part}`)[1]?.split('-'.repeat(80))[0] ?? ''
      assert.match(text, /copyright[^]*(?:permission|permitted)/i, part)
    }
    const own = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      readonly version: string
    }
    assert.equal(own.version, VERSION)
    assert.ok(readdirSync(join(directory, 'runtime')).includes('LICENSE'))
  },
)
