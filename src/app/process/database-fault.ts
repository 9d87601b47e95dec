/** A data directory or database that cannot be used, in words for the operator: what is wrong and what to do. */
import { unreachable } from '#lib/never.ts'
import type { DatabaseFault, FileFault } from '#store/database.ts'

const RESTORE =
  'Nothing in it was changed. Stop Sesame, keep a copy of the directory as it is, put back sesame.db and audit-heads.txt from a backup (docs/operations.md), and start again'

const LET_IN =
  'Nothing in it was changed. Run sesame as the user that owns the directory and its files, or give them to this user (chown), with modes 0700 and 0600 (chmod)'

/** System errors for files that exist but not for this user: a restore would fix nothing. */
const NOT_LET_IN = /\b(EACCES|EPERM)\b|unable to open database file|readonly database/

/** True if the fault is the user that runs this, not the data on disk. */
export function isNotLetIn(fault: DatabaseFault): boolean {
  return fault.kind === 'unreadable' && NOT_LET_IN.test(fault.detail)
}

/** True if DATA_DIR, or something above it, is a file. */
export function isNoDirectory(fault: DatabaseFault): boolean {
  if (fault.kind === 'unusable') return /\bENOTDIR\b|\bEEXIST\b.*\bmkdir\b/.test(fault.detail)
  return fault.kind === 'unreadable' && /\bENOTDIR\b/.test(fault.detail)
}

/** One line. */
export function databaseFaultText(fault: DatabaseFault, directory: string): string {
  switch (fault.kind) {
    case 'locked':
      return `DATA_DIR: ${directory} is used by another sesame${fault.pid === null ? '' : ` (process ${fault.pid})`}; stop it or choose another directory`
    case 'unusable':
      if (isNoDirectory(fault)) return `DATA_DIR: ${directory} is no directory`
      return `DATA_DIR: ${directory} cannot be used: ${fault.detail}`
    case 'paper_data':
      return `DATA_DIR: ${directory} holds a paper account: it opens with --paper only. Nothing in it was changed; choose another directory for real orders`
    case 'live_data':
      return `DATA_DIR: ${directory} holds the record of real orders: it is never opened with --paper. Nothing in it was changed; choose another directory`
    case 'newer_schema':
      return `DATA_DIR: the database in ${directory} was written by a newer version (schema ${fault.found}, this one knows ${fault.known}). Nothing in it was changed. Run that version, or put back a backup that this one wrote`
    case 'corrupt':
    case 'unreadable':
      if (isNoDirectory(fault)) return `DATA_DIR: ${directory} is no directory`
      return `DATA_DIR: the database in ${directory} cannot be read (${fault.detail}). ${isNotLetIn(fault) ? LET_IN : RESTORE}`
    default:
      return unreachable(fault)
  }
}

/** The page's text when the terminal has started without its database. */
export function standInText(fault: FileFault, directory: string): string {
  const words = databaseFaultText(fault, directory).replace(/^DATA_DIR: t/, 'T')
  return `${words}. Until then orders are refused, cancels work, and this run's records are lost when it ends.`
}

/** True if a database in memory may replace it, so that open orders can be cancelled. */
export function isFileFault(fault: DatabaseFault): fault is FileFault {
  return fault.kind === 'newer_schema' || fault.kind === 'corrupt' || fault.kind === 'unreadable'
}
