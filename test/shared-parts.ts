/** Parts that are slow to start and keep nothing from test to test: files of tests that share a process share them too. */
import type { TestContext } from 'node:test'

type End = () => Promise<void>

/** Null where a file has the process to itself. */
let ends: End[] | null = null

export function shareParts(): void {
  ends = []
}

export async function endSharedParts(): Promise<void> {
  for (const end of ends ?? []) await end()
}

/** Ends a part after the last file of the process, or with the test in a file that has the process to itself. */
export function endWhenUnused(context: TestContext, end: End): void {
  if (ends === null) context.after(end)
  else ends.push(end)
}
