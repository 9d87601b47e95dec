/**
 * The list of parts of the product (CycloneDX 1.6, JSON), from package.json, the lockfile and what the page imports: npm's own leaves out packages
 * that others may use as well. On standard output, the same for the same lockfile.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

type Names = Readonly<Record<string, string>>
type Manifest = {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Names
  readonly devDependencies: Names
  readonly optionalDependencies: Names
}
type Locked = {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
}
type Lock = { readonly packages: Readonly<Record<string, Locked>> }
type Part = {
  readonly 'bom-ref': string
  readonly type: 'application' | 'library'
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}
type PartList = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: { readonly component: Part }
  readonly components: readonly Part[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Packages of the tools' list that are built into the page and into the demo's venue: they run there although the terminal asks for none. */
function packagesBuiltIn(devDependencies: Names): readonly string[] {
  const sources = globSync('{src/web,simulator}/**/*.{ts,tsx,css}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
  return Object.keys(devDependencies).filter(
    (name) => sources.includes(`'${name}'`) || sources.includes(`'${name}/`),
  )
}

/** True if a package is the Node that the product brings. */
export function isNodeItself(name: string): boolean {
  return /^node-(?:bin-)?\w+-\w+$/.test(name)
}

/** The list of this checkout, and in which folder each part lies. */
export function readParts(): PartList & { readonly folders: ReadonlyMap<string, string> } {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as unknown
  return listParts(read('package.json') as Manifest, read('package-lock.json') as Lock)
}

/** Everything that the product's packages need, each once; without tools that only build or test. */
export function listParts(manifest: Manifest, { packages }: Lock): ReturnType<typeof readParts> {
  const root = partOf('application', manifest.name, manifest)
  const needs = new Map<string, readonly string[]>()

  /** Found as Node finds it: from the folder that asks outwards. */
  function find(from: string, name: string): string | null {
    for (
      let folder = from;
      folder !== '';
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
    )
      if (packages[`${folder}/node_modules/${name}`] !== undefined) return `${folder}/node_modules/${name}`
    return packages[`node_modules/${name}`] === undefined ? null : `node_modules/${name}`
  }

  function walk(path: string, asked: Names): void {
    const found = Object.keys(asked).flatMap((name) => find(path, name) ?? [])
    needs.set(path, found)
    for (const next of found) {
      const { dependencies, optionalDependencies } = packages[next] ?? {}
      if (!needs.has(next)) walk(next, { ...dependencies, ...optionalDependencies })
    }
  }

  const inPage = packagesBuiltIn(manifest.devDependencies)
  const page = Object.entries(manifest.devDependencies).filter(([name]) => inPage.includes(name))
  walk('', { ...manifest.dependencies, ...manifest.optionalDependencies, ...Object.fromEntries(page) })
  const parts = new Map(
    [...needs.keys()].map((path) => [path, path === '' ? root : lockedPart(path, packages)]),
  )
  const refOf = (path: string): string => parts.get(path)?.['bom-ref'] ?? path
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: [...parts].filter(([path]) => path !== '').map(([, part]) => part),
    dependencies: [...needs].map(([path, found]) => ({
      ref: refOf(path),
      dependsOn: found.map(refOf).toSorted(),
    })),
    folders: new Map([...parts.keys()].map((path) => [refOf(path), path])),
  }
}

function lockedPart(path: string, packages: Lock['packages']): Part {
  const locked = packages[path]
  if (locked === undefined) throw new Error(`the lockfile has no ${path}`)
  return partOf('library', path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), locked)
}

function partOf(type: Part['type'], name: string, { version, license, integrity }: Locked): Part {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const content = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64').toString('hex')
  return {
    'bom-ref': purl,
    type,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(content === '' ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
  }
}

if (import.meta.main) {
  const { folders: _, ...list } = readParts()
  console.log(JSON.stringify(list, null, 2))
}
