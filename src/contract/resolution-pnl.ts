/** Query of results of outcomes (API-5). */
import { z } from 'zod'
import { eventId, pageQuery } from './values.ts'

export const resolutionPnlQuery = z.strictObject({ event_id: eventId.optional(), ...pageQuery })
