/** One place where the product can be broken, and the test that has to notice. */
export type Mutation = {
  /** Rows of docs/asvs.md that stop being true. */
  readonly rows: readonly string[]
  readonly file: string
  /** Stands there exactly once. */
  readonly find: string
  readonly put: string
  /** Title as the page has it. */
  readonly test: { readonly file: string; readonly title: string }
}

/** Short for the lists of this folder. */
export function mutation(
  rows: string,
  [file, find, put]: readonly [file: string, find: string, put: string],
  [testFile, title]: readonly [file: string, title: string],
): Mutation {
  return { rows: rows.split(' '), file, find, put, test: { file: testFile, title } }
}
