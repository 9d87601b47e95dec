// The matching engine's modes: restarting (425), post-only for two minutes after a restart, cancel-only, disabled. A
// mode with an end changes to the next automatically.
import type { Parts } from '../../parts.ts'
import { Refusal, type VenueRequest } from '../../http-server.ts'

type EngineMode = 'normal' | 'restarting' | 'post_only' | 'cancel_only' | 'disabled'

/** Asked for each order of a request that came through: post-only mode refuses all but post-only orders. */
export type OrderGate = (isPostOnly: boolean) => void

export type EngineModes = ReturnType<typeof createEngineModes>

const POST_ONLY_TEXT = 'post-only mode: only post-only orders and cancels are allowed'
const CANCEL_ONLY_TEXT =
  'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.'
const DISABLED_TEXT = 'Trading is currently disabled. Check the venue site for updates'

const MODE_OF: Readonly<Record<string, EngineMode>> = {
  'engine.restarting': 'restarting',
  'engine.disabled': 'disabled',
  'engine.post_only': 'post_only',
  'engine.cancel_only': 'cancel_only',
}
const FOR_ALL = ['engine.restarting', 'engine.disabled']
const FOR_PLACING = Object.keys(MODE_OF)

const RESTART_MS = 90_000
const POST_ONLY_MS = 120_000

/** An engine in normal mode. `engine.` fault rules put it into theirs for the requests that they match. */
export function createEngineModes(deps: Pick<Parts, 'clock' | 'faults'>) {
  const { clock, faults } = deps
  let mode: EngineMode = 'normal'
  let endsAt: number | null = null
  let stop: (() => void) | undefined

  /** Enters a mode, for a while or until the next call. A restart is followed by post-only, all else by normal. */
  function set(next: EngineMode, forMs?: number): void {
    stop?.()
    mode = next
    const lasts = forMs ?? (next === 'restarting' ? RESTART_MS : undefined)
    endsAt = lasts === undefined ? null : clock.now() + lasts
    if (lasts === undefined || next === 'normal') return
    stop = clock.after(lasts, () => {
      if (next === 'restarting') set('post_only', POST_ONLY_MS)
      else set('normal')
    })
  }

  return {
    set,
    mode: (): EngineMode => mode,
    /** Refuses a trading request in the present mode, or lets it through; asked once for each, so that a rule fires once. */
    gate({ subject, entry, answerHeaders }: VenueRequest, kind: 'place' | 'cancel'): OrderGate {
      const fault = faults.first(subject, ...(kind === 'place' ? FOR_PLACING : FOR_ALL))
      if (fault !== null) entry.faults.push(fault.called)
      const now = (fault === null ? undefined : MODE_OF[fault.name]) ?? mode
      if (now === 'restarting') {
        const seconds = fault?.number('retry_after_s', 1) ?? 1
        if (seconds > 0) answerHeaders['retry-after'] = String(seconds)
        throw new Refusal(425, 'Too Early')
      }
      if (now === 'disabled') throw new Refusal(503, DISABLED_TEXT)
      if (now === 'cancel_only' && kind === 'place') throw new Refusal(503, CANCEL_ONLY_TEXT)
      return (isPostOnly) => {
        if (isPostOnly || now !== 'post_only') return
        const seconds = endsAt === null ? 79 : Math.max(1, Math.ceil((endsAt - clock.now()) / 1000))
        answerHeaders['retry-after'] = String(seconds)
        throw new Refusal(503, POST_ONLY_TEXT, { code: 'post_only_mode', retry_after_seconds: seconds })
      }
    },
  }
}
