/** The page's files, read once at start: a request only ever picks from this map, so no path is built from outside text. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Reply } from './replies.ts'

/** A file as it is, and compressed where that makes it smaller: a phone far away loads the page three times as soon. */
export type StaticFile = { readonly plain: Reply; readonly gzip: Reply | null }

export type StaticFiles = ReadonlyMap<string, StaticFile>

const compress = promisify(gzip)
/** What is smaller fits a packet or two as it is. */
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

/** Files whose type is not known are left out; a directory that is not there gives an empty map. */
export async function readStaticFiles(directory: string): Promise<StaticFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.map(async (entry): Promise<readonly [string, StaticFile] | null> => {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) return null
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    const headers = { 'Content-Type': type, 'Cache-Control': cacheControl(path) }
    const policy = type.startsWith('image/') ? 'api' : 'document'
    return [path, await withGzip({ status: 200, headers, body: null, policy }, await readFile(file))]
  })
  return new Map((await Promise.all(files)).filter((file) => file !== null))
}

/** The file for a path; the page itself for any path without an extension, because the page routes on its own. */
export function staticReply(files: StaticFiles, path: string, encodings: string | undefined): Reply | null {
  const isPage = !path.includes('.') && path !== '/ws'
  const file = files.get(path) ?? (isPage ? files.get('/index.html') : undefined)
  if (file === undefined) return null
  return takesGzip(encodings) && file.gzip !== null ? file.gzip : file.plain
}

/** The reply as it is and, where that saves a tenth, compressed. */
async function withGzip(reply: Reply, bytes: Buffer): Promise<StaticFile> {
  const plain: Reply = { ...reply, body: bytes }
  if (bytes.length < WORTH_IT) return { plain, gzip: null }
  const small = await compress(bytes, { level: 9 })
  if (small.length > bytes.length * 0.9) return { plain, gzip: null }
  const headers = { ...plain.headers, Vary: 'Accept-Encoding' }
  return {
    plain: { ...plain, headers },
    gzip: { ...plain, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: small },
  }
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
