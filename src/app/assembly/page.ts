/** The built page: present and not older than what it is made of. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#lib/result.ts'

const SOURCES = ['src/web', 'src/contract', 'src/core', 'src/lib', 'vite.config.ts', 'package-lock.json']

/** Where the build lies, below the project's root. */
export function pageDirectory(root: string): string {
  return join(root, 'dist', 'web')
}

/**
 * Builds the page when it is missing or older than its sources. An installation without the build tool takes the
 * page as it is.
 *
 * @param onBuild  called when a build begins
 * @returns whether it built, or why the page cannot be had
 */
export async function ensurePage(root: string, onBuild: () => void): Promise<Result<boolean, string>> {
  const page = join(pageDirectory(root), 'index.html')
  const builder = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const present = existsSync(page)
  if (!existsSync(builder))
    return present ? ok(false) : err('the page is not built and cannot be built: run npm ci')
  if (present && statSync(page).mtimeMs >= newestSource(root)) return ok(false)
  onBuild()
  // Whatever starts later, as another user too, is to read it.
  const umask = process.umask(0o022)
  const child = spawn(process.execPath, [builder, 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.umask(umask)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0 ? ok(true) : err('the page could not be built; the lines above say why')
}

function newestSource(root: string): number {
  return Math.max(...SOURCES.map((source) => newestBelow(join(root, source))))
}

function newestBelow(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestBelow(join(path, name))))
}
