/**
 * The way of every request that creates something at the venue, an order or the acceptance of a combo's quote: rows on disk
 * before the first byte, the request once, and its ending. What an ending means is for the machine of what is sent; one that
 * proves nothing is settled by reading, never by sending again.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditAction, AuditDetails, AuditEntry } from '#ports/audit-log.ts'
import { createOrderRecorder, type RecorderParts } from './order-recorder.ts'

/** A request that is sent once. */
export type Submission<Outcome> = {
  readonly clientOrderId: ClientOrderId
  /** First part of the names of its crash points (ORD-6). */
  readonly name: 'place' | 'combo.accept'
  /** Intent, decision and signed row, as far as they are not on disk yet. */
  readonly rows: readonly AuditEntry[]
  /** The rows are on disk, or the disk refused them. */
  readonly onRecorded: (isWritten: boolean) => void
  /** Called right before the request: from here it counts toward the limits. */
  readonly onLeaving: () => void
  readonly request: () => Promise<Outcome>
  /** An ending that proves nothing. */
  readonly unproven: (reason: string) => Outcome
  /** Called with its ending, and once more when the answer comes after its time. */
  readonly onEnded: (outcome: Outcome) => void
  readonly response: () => AuditEntry
}

export type Submissions = ReturnType<typeof createSubmissions>

/** The adapter promises an ending within 15 s; this is the net below it. */
const GUARD_MS = 15_500

export function createSubmissions(parts: RecorderParts & { readonly point: (name: string) => void }) {
  const { clock, log, point } = parts
  const recorder = createOrderRecorder(parts)
  let inFlight = 0

  /** One transaction: all rows are durable before the first byte, for the price of one sync. */
  function record({ name, rows, onRecorded }: Pick<Submission<never>, 'name' | 'rows' | 'onRecorded'>): void {
    point(`${name}.intent.pre`)
    point(`${name}.signed.pre`)
    const written = recorder.before(rows)
    if (!written.ok && written.error === 'duplicate') {
      throw new Error('rows of this client order id exist already')
    }
    point(`${name}.intent.post`)
    point(`${name}.decision.post`)
    point(`${name}.signed.post`)
    onRecorded(written.ok)
  }

  function send<Outcome>(submission: Submission<Outcome>): void {
    const { unproven, onEnded } = submission
    submission.onLeaving()
    inFlight += 1
    const stopGuard = clock.after(GUARD_MS, () => onEnded(unproven('no ending within its time')))
    void request(submission).then((outcome) => {
      inFlight -= 1
      stopGuard()
      onEnded(outcome)
    })
  }

  async function request<Outcome>(submission: Submission<Outcome>): Promise<Outcome> {
    try {
      return await submission.request()
    } catch (error) {
      const { clientOrderId, name } = submission
      log.error(`${name}.threw`, { client_order_id: clientOrderId, error: String(error) })
      return submission.unproven('internal fault')
    }
  }

  return {
    ...recorder,
    /** Performs what the machine of a submission asks for. */
    perform<Outcome>(
      submission: Submission<Outcome>,
      step: 'record_signed' | 'send' | 'record_response',
    ): void {
      if (step === 'record_signed') record(submission)
      if (step === 'send') send(submission)
      if (step !== 'record_response') return
      point(`${submission.name}.response.pre`)
      recorder.after([submission.response()])
      point(`${submission.name}.response.post`)
    },
    /** Writes the rows of a command that is refused; what cannot be written is refused for that. */
    refuse: (rows: readonly AuditEntry[], refusal: Rejection): Rejection =>
      recorder.before(rows).ok ? refusal : rejection('audit_unavailable'),
    /** Requests without an answer. */
    inFlight: (): number => inFlight,
  }
}

/** Makes the rows of one command. */
export function rowsOf(
  clientOrderId: string,
  action: AuditAction,
): (kind: AuditEntry['kind'], details: AuditDetails) => AuditEntry {
  return (kind, details) => ({ clientOrderId, kind, action, details })
}
