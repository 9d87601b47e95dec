/** A script of its own, so small that it runs before the page's has come: it asks for what the first view needs. */
import { askEarly } from './platform/api/early.ts'

export const early = askEarly(window, () => void import('./features/login/login-page.tsx'))
