/** What may come into the product from outside, judged by the lockfile alone. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'

type Package = {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly link?: boolean
}

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
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
  test('takes packages from the public registry alone, and what runs in the product by its hash', () => {
    for (const [path, { resolved, link }] of packages) {
      assert.notEqual(link, true, path)
      if (resolved !== undefined) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
    }
    const hashed = packages.filter(([path, { dev }]) => dev !== true || !path.includes('/@ox'))
    for (const [path, { integrity }] of hashed) assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path)
    assert.ok(production.length >= 20)
  })

  test('runs no script of a package, and npm is told not to either', () => {
    assert.deepEqual(
      packages.filter(([, { hasInstallScript }]) => hasInstallScript === true),
      [],
    )
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  })

  test('has 25 packages in the product at most, with no native code, each direct one named with its reason', () => {
    const names = new Set(production.map(([path]) => nameOf(path)))
    assert.ok(names.size <= 25, [...names].join(' '))
    assert.deepEqual(
      [...names].filter((name) => /node-gyp|prebuild|bindings|-native|node-addon/.test(name)),
      [],
    )
    const page = read('docs/dependencies.md')
    const direct = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)]
    assert.deepEqual(
      direct.filter((name) => !page.includes(`\`${name}\``) && !/^node-(bin-)?\w+-\w+$/.test(name)),
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
