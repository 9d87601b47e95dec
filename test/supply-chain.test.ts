/** Packages of the product, judged by the lockfile alone. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { isNodeItself, listParts } from '../scripts/list-parts.ts'

type Package = {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Package>> }
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const production = packages.filter(([, { dev, optional }]) => dev !== true && optional !== true)

describe('the lockfile', () => {
  test('names no place of its own for any package, and npm takes them from the public registry', () => {
    assert.match(read('.npmrc'), /^registry=https:\/\/registry\.npmjs\.org\/$/m)
    assert.equal(packages.length > 200, true)
    for (const [path, { resolved, link, version, dependencies, optionalDependencies }] of packages) {
      assert.deepEqual([link, resolved], [undefined, undefined], path)
      assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, path)
      // An address, a repository or a file would hold one of these.
      for (const [name, asked] of Object.entries({ ...dependencies, ...optionalDependencies }))
        assert.doesNotMatch(asked, /[:/]/, `${path} asks for ${name}`)
    }
  })

  test('has the hash of every package but those that are only native parts of tools on other machines', (context) => {
    const bare = packages.filter(([, { integrity }]) => integrity === undefined)
    for (const [path, { integrity }] of packages.filter((entry) => !bare.includes(entry)))
      assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path)
    for (const [path, { dev, optional }] of bare) {
      assert.deepEqual([dev, optional], [true, true], path)
      assert.match(path, /^node_modules\/@(?:oxc-parser|oxfmt|oxlint|oxlint-tsgolint)\/[\w-]+$/)
      assert.doesNotMatch(path, /linux-(?:x64|arm64)(?:-gnu)?$/)
    }
    assert.ok(bare.length <= 53)
    context.diagnostic(`${bare.length} of ${packages.length} packages have no hash: tools on other machines`)
    assert.ok(production.length >= 10)
  })

  test('is not given what was published in the last seven days', () => {
    assert.match(read('.npmrc'), /^min-release-age=7$/m)
  })

  test('brings a Node for five platforms, and the one of this machine is the one whose sum is kept', async () => {
    const sums = read('deploy/runtime-sums.txt')
      .trim()
      .split('\n')
      .map((line) => /^([0-9a-f]{64}) {2}([\w-]+)@(\d+\.\d+\.\d+)\/(bin\/node(?:\.exe)?)$/.exec(line) ?? [])
    assert.deepEqual(
      sums.map(([, , name = '', version = '']) => [name, version]),
      Object.entries(manifest.optionalDependencies),
    )
    const here = sums.filter(([, , name = '', , file = '']) =>
      existsSync(join(import.meta.dirname, '..', 'node_modules', name, file)),
    )
    assert.equal(here.length, 1)
    const [, sum, name = '', , file = ''] = here[0] ?? []
    const binary = await readFile(join(import.meta.dirname, '..', 'node_modules', name, file))
    assert.equal(createHash('sha256').update(binary).digest('hex'), sum)
  })

  test('gives a list of parts with each package that the product imports, directly or not, and its hash', () => {
    const { bomFormat, components, dependencies } = listParts(manifest, lock)
    assert.equal(bomFormat, 'CycloneDX')
    const names = new Set(components.map(({ name }) => name))
    const imported = globSync('{src,simulator}/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') })
      .filter((path) => !/\.test\.ts$|testing/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/(?:from|import) '((?:@[\w-]+\/)?[a-z][\w-]*)[\w/.-]*'/g)].map(
          ([, name = '']) => name,
        ),
      )
    assert.ok(imported.length > 20)
    assert.deepEqual(
      imported.filter((name) => !names.has(name)),
      [],
    )
    assert.deepEqual(
      Object.keys(manifest.optionalDependencies).filter((name) => !names.has(name)),
      [],
    )
    for (const { name, version, hashes } of components) {
      const hash = `sha512-${Buffer.from(hashes?.[0]?.content ?? '', 'hex').toString('base64')}`
      const locked = packages.filter(([path, entry]) => nameOf(path) === name && entry.version === version)
      assert.deepEqual([...new Set(locked.map(([, { integrity }]) => integrity))], [hash], name)
    }
    const known = new Set(dependencies.map(({ ref }) => ref))
    assert.equal(known.size, components.length + 1)
    assert.deepEqual(
      dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref)),
      [],
    )
  })

  test('runs no script of a package, and npm is configured not to either', () => {
    assert.deepEqual(
      packages.filter(([, { hasInstallScript }]) => hasInstallScript === true),
      [],
    )
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  })

  test('has 20 packages in the terminal at most, with no native code', () => {
    const names = new Set(production.map(([path]) => nameOf(path)))
    assert.ok(names.size <= 20, [...names].join(' '))
    assert.deepEqual(
      [...names].filter((name) => /node-gyp|prebuild|bindings|-native|node-addon/.test(name)),
      [],
    )
  })

  test('has a row for each package in docs/dev/dependencies.md, with its licence, and a text for each in the notices', () => {
    const { components } = listParts(manifest, lock)
    const parts = components.filter(({ name }) => !isNodeItself(name))
    const rows = new Map(
      [
        ...read('docs/dev/dependencies.md').matchAll(
          /^\| `([^`]+)` +\| ([^|]+?) +\| [\d.]+ [kM]B +\| \d{4}-\d\d-\d\d +\|/gm,
        ),
      ].map(([, name = '', licence = '']) => [name, licence]),
    )
    assert.deepEqual(
      Object.fromEntries(rows),
      Object.fromEntries(parts.map(({ name, licenses }) => [name, licenses?.[0]?.expression])),
    )
    const direct = [...Object.keys(manifest.dependencies), 'react', 'lightweight-charts']
    for (const name of direct) assert.ok(rows.has(name), name)
    const notices = read('src/web/public/third-party-notices.txt').split('\n')
    assert.deepEqual(
      parts.map(({ name, version }) => `${name} ${version}`).filter((line) => !notices.includes(line)),
      [],
    )
  })

  test('is asked for exact versions only', () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    assert.deepEqual(
      Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    )
    for (const [name, version] of Object.entries(asked))
      assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name)
  })

  test('has nothing below the versions that closed known holes', () => {
    const atLeast = (version: string, least: string): boolean =>
      version.localeCompare(least, 'en', { numeric: true }) >= 0
    assert.ok(atLeast(lock.packages['node_modules/ws']?.version ?? '', '8.17.1'))
    const database = new DatabaseSync(':memory:')
    const sqlite = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version'])
    database.close()
    assert.ok(atLeast(sqlite, '3.51.3'), sqlite)
  })

  test('brings no client of the venue into the product', () => {
    const foreign = production
      .map(([path]) => nameOf(path))
      .filter((name) => /clob|builder|ethers|viem|relayer|wallet/.test(name))
    assert.deepEqual(foreign, [])
  })
})
