// The matching engine's modes: restarting (425), post-only for two minutes after a restart, cancel-only, disabled. A
// mode with an end changes to the next automatically.
import type { Parts } from '../../parts.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import { fail } from './answers.ts'

type EngineMode = 'normal' | 'restarting' | 'post_only' | 'cancel_only' | 'disabled'

export type EngineGate = {
  /** The refusal of the whole request, or null when it may go on. */
  readonly refusal: VenueAnswer | null
  /** The refusal of one order that came through; post-only mode lets post-only orders in. */
  refusalOfOrder(postOnly: boolean): VenueAnswer | null
}

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

  function refusalIn(now: EngineMode, kind: 'place' | 'cancel', waitS: number): VenueAnswer | null {
    if (now === 'restarting') {
      return fail(425, 'Too Early', waitS > 0 ? { 'retry-after': String(waitS) } : {})
    }
    if (now === 'disabled') return fail(503, DISABLED_TEXT)
    if (now === 'cancel_only' && kind === 'place') return fail(503, CANCEL_ONLY_TEXT)
    return null
  }

  function postOnlyAnswer(): VenueAnswer {
    const seconds = endsAt === null ? 79 : Math.max(1, Math.ceil((endsAt - clock.now()) / 1000))
    return {
      status: 503,
      json: { error: POST_ONLY_TEXT, code: 'post_only_mode', retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds) },
    }
  }

  return {
    set,
    mode: (): EngineMode => mode,
    /** Verdict of the present mode on one trading request; asked once for each, so that a rule fires once. */
    gate(request: VenueRequest, kind: 'place' | 'cancel'): EngineGate {
      const fault = faults.first(request.subject, ...(kind === 'place' ? FOR_PLACING : FOR_ALL))
      if (fault !== null) request.entry.faults.push(fault.name)
      const now = (fault === null ? undefined : MODE_OF[fault.name]) ?? mode
      return {
        refusal: refusalIn(now, kind, fault?.number('retry_after_s', 1) ?? 1),
        refusalOfOrder: (postOnly) => (!postOnly && now === 'post_only' ? postOnlyAnswer() : null),
      }
    },
  }
}
