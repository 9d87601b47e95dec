/** Reachability of a service. */
import { err, ok, type Result } from '#lib/result.ts'
import { USER_AGENT } from '#lib/user-agent.ts'

const ANSWER_MS = 8_000

/** Any answer of the service, whatever its status, proves that it can be reached. */
export async function reach(url: URL): Promise<Result<null, string>> {
  try {
    const headers = Object.fromEntries([USER_AGENT])
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(url, { redirect: 'manual', headers, signal })
    await answer.body?.cancel()
    return ok(null)
  } catch (error) {
    return err(failureWord(error))
  }
}

/** The system's code for what failed; never a message, which could hold an address. */
function failureWord(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'connection failed'
}
