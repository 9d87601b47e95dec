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
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
