/**
 * The product stays neutral: outside the copied test vectors no file may hold the real venue's name. The name itself
 * is read from those vectors, so that it is not spelled here either.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The venue's name in lower case, from the exchange's signing domain in the real profile's vectors. */
export function venueName(): string {
  const vectors = JSON.parse(readFileSync(join(root, 'test/vectors/orders-v2.json'), 'utf8')) as {
    readonly cases: readonly { readonly profile: string; readonly domain: { readonly name: string } }[]
  }
  const real = vectors.cases.find((one) => one.profile === 'real')
  const name = real?.domain.name.split(' ')[0]?.toLowerCase()
  if (name === undefined || name.length < 5) throw new Error('the vectors hold no case of the real profile')
  return name
}

/** Tracked and new files that hold the name, in their text or in their own name. */
export function filesWithName(name: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('test/vectors/'))
    .filter((path) => path.toLowerCase().includes(name) || textOf(path).toLowerCase().includes(name))
}

function textOf(path: string): string {
  try {
    return readFileSync(join(root, path), 'latin1')
  } catch {
    // Deleted in the working tree, still in the index.
    return ''
  }
}

if (import.meta.main) {
  const found = filesWithName(venueName())
  for (const path of found) console.error(`${path}: holds the real venue's name`)
  process.exitCode = found.length === 0 ? 0 : 1
}
