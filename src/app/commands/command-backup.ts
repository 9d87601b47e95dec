/** `sesame backup` and `sesame restore`: a copy of the data directory that verifies, and its way back. */
import { unreachable } from '#lib/never.ts'
import { backUp, restore, type BackupFault } from '#store/backup.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { chosenData } from '../process/data-directory.ts'
import { databaseFaultText } from '../process/database-fault.ts'
import { EXIT } from '../exit-codes.ts'
import { systemClock } from '../process/system-clock.ts'
import type { Terminal } from '../process/terminal-io.ts'

type CopyOptions = { readonly copy: string; readonly data: string | undefined }
type Places = { readonly copy: string; readonly data: string }

/** Beside a running terminal if need be. */
export async function runBackup(options: CopyOptions, terminal: Terminal): Promise<number> {
  const chosen = chosenData(options.data, terminal)
  if (chosen === null) return EXIT.refused
  const places = { copy: options.copy, data: chosen.directory }
  const copied = await backUp(places.data, places.copy, chosen.key)
  if (!copied.ok) return refused(copied.error, places, terminal)
  terminal.out(
    `${places.copy}: a copy of ${places.data}; ${copied.value.rows} audit rows verify${leftOut(copied.value)}`,
  )
  return EXIT.ok
}

/** Only while no terminal works on the data directory. */
export async function runRestore(options: CopyOptions, terminal: Terminal): Promise<number> {
  const chosen = chosenData(options.data, terminal)
  if (chosen === null) return EXIT.refused
  const places = { copy: options.copy, data: chosen.directory }
  const restored = await restore(places.copy, places.data, { now: systemClock.now(), key: chosen.key })
  if (!restored.ok) return refused(restored.error, places, terminal)
  const { verdict, movedTo } = restored.value
  terminal.out(
    `${places.data}: restored from ${places.copy}; ${verdict.rows} audit rows verify${leftOut(verdict)}`,
  )
  if (movedTo !== null) terminal.out(`what was there is in ${movedTo}: keep it, it may hold newer rows`)
  return EXIT.ok
}

function leftOut({ notChecked }: AuditVerdict): string {
  return notChecked === null ? '' : ` (not checked: ${notChecked})`
}

function refused(fault: BackupFault, { copy, data }: Places, terminal: Terminal): number {
  switch (fault.kind) {
    case 'taken':
      terminal.fail(`${copy} is not empty: a backup needs an empty directory`)
      return EXIT.refused
    case 'not_copied':
      terminal.fail(`the copy cannot be written to ${copy}: ${fault.detail}`)
      return EXIT.refused
    case 'broken':
      terminal.fail(`the copy in ${copy} does not verify: ${fault.problem}`)
      return EXIT.refused
    case 'stranded':
      terminal.fail(
        `the copy could not be put into ${data} (${fault.detail}). What was there is in ${fault.aside} and could not be moved back: move it back by hand, or restore again, before you start`,
      )
      return EXIT.refused
    case 'locked':
      terminal.fail(databaseFaultText(fault, data))
      return EXIT.locked
    case 'unusable':
    case 'paper_data':
    case 'live_data':
    case 'newer_schema':
    case 'corrupt':
    case 'unreadable':
      terminal.fail(databaseFaultText(fault, data))
      return EXIT.refused
    default:
      return unreachable(fault)
  }
}
