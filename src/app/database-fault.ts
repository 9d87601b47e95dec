/** A data directory that cannot be used, in one line for the operator. */
import { unreachable } from '#lib/never.ts'
import type { DatabaseFault } from '#store/database.ts'

/** What is wrong and what to do. */
export function databaseFaultText(fault: DatabaseFault, directory: string): string {
  switch (fault.kind) {
    case 'locked':
      return `DATA_DIR: ${directory} is used by another sesame${fault.pid === null ? '' : ` (process ${fault.pid})`}; stop it or choose another directory`
    case 'unusable':
      return `DATA_DIR: ${directory} cannot be used: ${fault.detail}`
    case 'newer_schema':
      return `DATA_DIR: ${directory} was written by a newer version (schema ${fault.found}, this one knows ${fault.known}); run that version`
    case 'corrupt':
      return `DATA_DIR: the database in ${directory} cannot be read (${fault.detail}); restore it from a backup, see docs/operations.md`
    default:
      return unreachable(fault)
  }
}
