/** A read of the account that throws is one that failed. */
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'

/** Resolves with the answer, or with a fault where the read threw. */
export async function guard<T>(answer: Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
  try {
    return await answer
  } catch (error) {
    return {
      ok: false,
      error: { kind: 'unreadable', detail: String(error), retryAfterMs: null },
    }
  }
}
