/** Explanation of an element beyond its text: a reason, an exact figure. Nothing for an empty text. */
export function tip(text: string | null | undefined): { readonly 'aria-description'?: string } {
  return text === null || text === undefined || text === '' ? {} : { 'aria-description': text }
}
