/** A script of its own, so small that it runs before the page's has come: it asks for what the first view needs. */
import { askEarly } from './platform/api/early.ts'

// The page asks for the form again where it has not come.
export const early = askEarly(
  window,
  () => void import('./features/login/login-page.tsx').catch(() => undefined),
)
