/** Files and directories that only their owner may read. */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the directory and its parents with mode 0700; an existing one stays as it is. Step by step: Node's own recursion never
 * ends where a parent is there and says that it is not, as `/proc` does.
 */
export function createPrivateDirectory(path: string): void {
  if (isDirectory(path)) return
  const parent = dirname(path)
  if (!existsSync(parent)) createPrivateDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // A concurrent process may have been quicker.
    if (!isDirectory(path)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Why the directory is not safe, and what to do; null when only its owner, who is this user, writes there. */
export function sharedProblem(path: string): string | null {
  const own = process.getuid?.()
  // Windows has neither.
  if (own === undefined) return null
  const { mode, uid } = statSync(path)
  if (uid !== own)
    return `it belongs to another user (${uid}, this is ${own}). Run sesame as that user, or give it to this one: chown -R ${own} ${path}`
  if ((mode & 0o022) !== 0)
    return `others may write to it (mode 0${(mode & 0o777).toString(8)}). See what they left there, then: chmod 700 ${path}`
  return null
}

/** Writes a small file of mode 0600 in place of what it held. @throws when the path is a link */
export function writePrivateFile(path: string, text: string): void {
  const handle = openOwn(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC)
  try {
    writeSync(handle, text)
  } finally {
    closeSync(handle)
  }
}

/** Creates an empty file with mode 0600 unless it exists. SQLite gives its side files the same mode. @throws when the path is a link */
export function createPrivateFile(path: string): void {
  closeSync(openOwn(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND))
}

/** Opens a file of mode 0600 for reading and appending, made where it is missing. @throws when the path is a link */
export function openPrivateFile(path: string): number {
  return openOwn(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND)
}

function openOwn(path: string, flags: number): number {
  // Windows has no O_NOFOLLOW.
  return openSync(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600)
}

/** Makes a created or renamed entry of the directory durable. */
export function syncDirectory(path: string): void {
  // Windows cannot open a directory for syncing and does not need it.
  if (process.platform !== 'win32') sync(path, 'r')
}

/** Makes what was written to the file durable. */
export function syncFile(path: string): void {
  sync(path, 'r+')
}

/** True if nothing is there, as against something that cannot be examined. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
