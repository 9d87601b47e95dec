/** Files and directories that only their owner may read. */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'

/** Creates the directory and its parents with mode 0700; an existing one stays as it is. */
export function createPrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Creates an empty file with mode 0600 unless it exists. SQLite gives its side files the same mode. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
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

/** Whether nothing is there, as against something that cannot be looked at. */
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
