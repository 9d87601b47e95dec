/** The page's files, read once at start: a request only ever picks from this map, so no path is built from outside text. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Reply } from './replies.ts'

/** A file as it is, and compressed where that makes it smaller: a phone far away loads the page three times as soon. */
type StaticFile = { readonly plain: Reply; readonly gzip: () => Promise<Reply> }

export type StaticFiles = ReadonlyMap<string, StaticFile>

const compress = promisify(gzip)
/** A smaller file fits a packet or two uncompressed. */
const WORTH_IT = 1_400

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

/** Files of unknown type are skipped; a missing directory gives an empty map. */
export async function readStaticFiles(directory: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    const headers = { 'Content-Type': type, 'Cache-Control': cacheControl(path) }
    const policy = type.startsWith('image/') ? 'api' : 'document'
    const body = await readFile(file)
    files.set(path, fileOf({ status: 200, headers, body, policy }))
  }
  return files
}

/** The file for a path; the page itself for any path without an extension, because the page routes on its own. */
export function staticFile(files: StaticFiles, path: string): StaticFile | null {
  const isPage = !path.includes('.') && path !== '/ws'
  return files.get(path) ?? (isPage ? files.get('/index.html') : undefined) ?? null
}

/** In the form that a browser which takes these encodings wants. */
export async function staticReply(file: StaticFile, encodings: string | undefined): Promise<Reply> {
  return takesGzip(encodings) ? await file.gzip() : file.plain
}

/** Compressed when it is first asked for, once. */
function fileOf(reply: Reply & { readonly body: Buffer }): StaticFile {
  const { headers, body } = reply
  if (body.length < WORTH_IT) return { plain: reply, gzip: () => Promise.resolve(reply) }
  const plain = { ...reply, headers: { ...headers, Vary: 'Accept-Encoding' } }
  let made: Promise<Reply> | null = null
  return { plain, gzip: () => (made ??= smaller(plain)) }
}

async function smaller(plain: Reply & { readonly body: Buffer }): Promise<Reply> {
  const small = await compress(plain.body, { level: 9 })
  if (small.length > plain.body.length * 0.9) return plain
  return { ...plain, headers: { ...plain.headers, 'Content-Encoding': 'gzip' }, body: small }
}

/** As of RFC 9110, section 12.5.3, in the forms that browsers and tools send: `gzip;q=0` refuses it. */
function takesGzip(encodings: string | undefined): boolean {
  return (encodings ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(?:$|;\s*q\s*=\s*(?:1|0?\.\d*[1-9]))/.test(one))
}

/** The build puts hashed names under /assets/. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}
