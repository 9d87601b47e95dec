/** What an element has to say beyond what it shows: a reason, an exact figure. Nothing for an empty text. */
export function tip(text: string | null | undefined): { readonly 'aria-description'?: string } {
  return text === null || text === undefined || text === '' ? {} : { 'aria-description': text }
}
