// Writes a stopped terminal's database as SQL text and its audit heads into test/fixtures/released/, named by the
// schema, for test/released-data.test.ts. Run once for each new schema, by the version that writes it:
//   node scripts/keep-released-data.ts DATA_DIRECTORY
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const FIXTURES = new URL('../test/fixtures/released/', import.meta.url)

type Made = { readonly type: string; readonly name: string; readonly sql: string }

function dump(sqlite: DatabaseSync): readonly string[] {
  const made = sqlite
    .prepare('SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid')
    .all() as unknown as readonly Made[]
  const tables = made.filter(({ type }) => type === 'table')
  return [
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => rowsOf(sqlite, name)),
    ...made.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
    `PRAGMA user_version = ${schemaOf(sqlite)};`,
  ]
}

function rowsOf(sqlite: DatabaseSync, table: string): readonly string[] {
  const rows = sqlite.prepare(`SELECT * FROM ${table}`).all()
  // A row of these would make it a paper account's, which is opened as nothing else.
  if (rows.length === 0 && !table.startsWith('paper_'))
    throw new Error(`the table ${table} has no row: a fixture has one in each`)
  return rows.map((row) => `INSERT INTO ${table} VALUES (${Object.values(row).map(literal).join(', ')});`)
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'number') return String(value)
  if (value === null) return 'NULL'
  throw new Error('a value that is neither text, number nor null')
}

function schemaOf(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
}

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('node scripts/keep-released-data.ts DATA_DIRECTORY')
const sqlite = new DatabaseSync(join(directory, 'sesame.db'), { readOnly: true })
const name = `schema-${schemaOf(sqlite)}`
mkdirSync(FIXTURES, { recursive: true })
writeFileSync(new URL(`${name}.sql`, FIXTURES), `${dump(sqlite).join('\n')}\n`)
copyFileSync(join(directory, 'audit-heads.txt'), new URL(`${name}.heads.txt`, FIXTURES))
sqlite.close()
