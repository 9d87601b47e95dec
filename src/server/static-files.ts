/** The page's files, read once at start: a request only ever picks from this map, so no path is built from outside text. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Reply } from './replies.ts'

export type StaticFiles = ReadonlyMap<string, Reply>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}

/** Files whose type is not known are left out; a directory that is not there gives an empty map. */
export async function readStaticFiles(directory: string): Promise<StaticFiles> {
  const files = new Map<string, Reply>()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    files.set(path, {
      status: 200,
      headers: { 'Content-Type': type, 'Cache-Control': cacheControl(path) },
      body: await readFile(file),
      policy: type.startsWith('image/') ? 'api' : 'document',
    })
  }
  return files
}

/** The file for a path; the page itself for any path without an extension, because the page routes on its own. */
export function staticReply(files: StaticFiles, path: string): Reply | null {
  const file = files.get(path)
  if (file !== undefined) return file
  const isPage = !path.includes('.') && path !== '/ws'
  return isPage ? (files.get('/index.html') ?? null) : null
}

/** The build puts hashed names under /assets/. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}
