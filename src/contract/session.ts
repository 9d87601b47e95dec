/** Login and session (terminal-api.md section 2). */
import { z } from 'zod'
import { time } from './values.ts'

export const loginBody = z.strictObject({ password: z.string().min(1).max(1024) }).meta({ id: 'LoginBody' })

export const session = z.strictObject({ csrf_token: z.string(), expires_at: time }).meta({ id: 'Session' })

export const health = z.strictObject({ status: z.enum(['ok', 'degraded']) }).meta({ id: 'Health' })

export const empty = z.strictObject({}).meta({ id: 'Empty' })
