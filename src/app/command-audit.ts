/** `sesame audit verify` and `sesame audit export`: the record of every command, checked or written out. Reads only. */
import { parseArgs } from 'node:util'
import { verifyAudit } from '#store/audit-verify.ts'
import { exportAudit } from '#store/audit-export.ts'
import { openDatabaseReadOnly } from '#store/database.ts'
import type { Database } from '#store/database.ts'
import { dataDirectory } from './data-directory.ts'
import { databaseFaultText } from './database-fault.ts'
import { EXIT } from './exit-codes.ts'
import type { Terminal } from './terminal-io.ts'

/** Runs `verify` or `export`; 1 when the log is broken or missing. */
export async function runAudit(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [action, ...rest] = argv
  const options = readOptions(rest)
  if ((action !== 'verify' && action !== 'export') || options === null) {
    terminal.fail('usage: sesame audit verify|export [--data DIRECTORY]')
    return EXIT.usage
  }
  const directory = dataDirectory(options.data, terminal)
  if (directory === null) return EXIT.refused
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) {
    terminal.fail(databaseFaultText(opened.error, directory))
    return EXIT.refused
  }
  try {
    return action === 'verify' ? verify(opened.value, terminal) : writeOut(opened.value, terminal)
  } finally {
    opened.value.close()
  }
}

/** Null for a command line that cannot be read. */
function readOptions(argv: readonly string[]): { readonly data: string | undefined } | null {
  try {
    const { values } = parseArgs({ args: [...argv], options: { data: { type: 'string' } } })
    return { data: values.data }
  } catch {
    return null
  }
}

function verify(database: Database, terminal: Terminal): number {
  const verdict = verifyAudit(database)
  if (verdict.ok) {
    terminal.out(`ok: ${verdict.rows} rows, head ${verdict.headHash}`)
    return EXIT.ok
  }
  terminal.out(`broken: ${verdict.problem ?? 'unknown'} (first bad row: ${verdict.firstBadSeq ?? 'none'})`)
  return EXIT.refused
}

function writeOut(database: Database, terminal: Terminal): number {
  for (const line of exportAudit(database)) terminal.out(line)
  return EXIT.ok
}
