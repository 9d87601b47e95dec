/** Key that distinguishes a row from others of its list: its own id, else all of it. */
export function rowKey(row: unknown): string {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null
  return typeof id === 'string' ? id : JSON.stringify(row)
}
