/** The client that docs/api.md shows, against the types that openapi-typescript makes of the API's document. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryDirectory } from './harness.ts'

const root = join(import.meta.dirname, '..')
/** The generator needs the compiler as a library, which TypeScript 7 is not. */
const COMPILER = '@ts-morph/common/dist/typescript.js'
const OPTIONS =
  `--noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --module nodenext --target es2024 --types node`.split(
    ' ',
  )

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true
        ? pathToFileURL(join(root, 'node_modules', COMPILER)).href
        : specifier,
      context,
    ),
})

const WRONG = [
  { right: 'time_in_force:', wrong: 'time_in_forces:', said: /time_in_forces/ },
  { right: 'working_stops', wrong: 'working_stop', said: /working_stop'/ },
  { right: "side: 'BUY'", wrong: "side: 'buy'", said: /"buy"/ },
  { right: '/api/orders/place', wrong: '/api/orders/put', said: /orders\/put/ },
] as const

test('the client of docs/api.md compiles, and with a name that is none, asked or answered, it does not', async (context) => {
  const [, client = ''] =
    /^```ts\n([^]*?)\n```/m.exec(readFileSync(join(root, 'docs', 'api.md'), 'utf8')) ?? []
  for (const path of ['orders/place', 'orders/cancel-all', 'orders', 'positions'])
    assert.ok(client.includes(`'/api/${path}'`), path)
  const { default: generate, astToString } = await import('openapi-typescript')
  const types = astToString(await generate(pathToFileURL(join(root, 'docs', 'reference', 'openapi.json'))))
  const programs = ['client.ts', ...WRONG.map((_, index) => `wrong${index}.ts`)]
  const directory = temporaryDirectory(context)
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const [name, text] of [
    ['package.json', '{ "type": "module" }'],
    ['sesame.ts', types],
    ['client.ts', client],
    ...WRONG.map(({ right, wrong }, index) => [`wrong${index}.ts`, client.replace(right, wrong)] as const),
  ] as const)
    writeFileSync(join(directory, name), text)
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), [...OPTIONS, ...programs], {
    cwd: directory,
    encoding: 'utf8',
  })
  const said = (program: string): string =>
    stdout
      .split('\n')
      .filter((line) => line.startsWith(program))
      .join('\n')
  assert.equal(said('client.ts') + said('sesame.ts'), '')
  for (const [index, wrong] of WRONG.entries()) assert.match(said(`wrong${index}.ts`), wrong.said)
})
