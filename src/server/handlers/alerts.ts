/** Alerts (terminal-api.md section 7). */
import { err } from '#lib/result.ts'
import type { Problem } from '../replies.ts'
import type { Handlers } from './handler.ts'

type Operations = 'listAlerts' | 'createAlert' | 'changeAlert' | 'deleteAlert'

const STARTING: Problem = { code: 'starting', detail: 'Not yet.' }

export function alertHandlers(): Pick<Handlers, Operations> {
  return {
    listAlerts: () => err(STARTING),
    createAlert: () => err(STARTING),
    changeAlert: () => err(STARTING),
    deleteAlert: () => err(STARTING),
  }
}
