/**
 * One alert: when it fires, and when it may fire again. It fires once per crossing, only on a reading that may be
 * believed, and never because of what held already when it was set, changed or resumed (INV-27). What was armed before
 * a stop or a stale feed still is: the first reading that may be believed decides.
 */
import type { Step } from '#lib/machine.ts'
import type { Alert, AlertTarget } from '../alert/alert.ts'
import { distanceTo, type AlertReading } from '../alert/alert-reading.ts'
import type { Instant } from '../market/market.ts'

export type AlertEvent =
  | { readonly type: 'read'; readonly reading: AlertReading; readonly at: Instant }
  | { readonly type: 'pause' }
  /** Also sets a fired alert again. */
  | { readonly type: 'resume' }
  | {
      readonly type: 'change'
      readonly target: AlertTarget
      readonly repeat: boolean
      readonly note: string
    }

type AlertEffect = { readonly type: 'fired'; readonly reading: AlertReading; readonly at: Instant }

type AlertStep = Step<Alert, AlertEffect>

/** `far`: at least one tick back across the threshold, so that reaching it again is a new crossing. */
type Side = 'reached' | 'near' | 'far'

/** One event of an alert. The state object stays the same when nothing changed. */
export function stepAlert(alert: Alert, event: AlertEvent): AlertStep {
  switch (event.type) {
    case 'read':
      return alert.state === 'active' ? read(alert, event.reading, event.at) : quiet(alert)
    case 'pause':
      return quiet(alert.state === 'active' ? { ...unarmed(alert), state: 'paused' } : alert)
    case 'resume':
      return quiet(alert.state === 'active' ? alert : { ...unarmed(alert), state: 'active' })
    case 'change': {
      const { target, repeat, note } = event
      const isSame = sameThreshold(alert.target, target)
      return quiet({ ...(isSame ? alert : unarmed(alert)), target, repeat, note })
    }
  }
}

function quiet(state: Alert): AlertStep {
  return { state, effects: [] }
}

function unarmed(alert: Alert): Alert {
  return { ...alert, phase: 'new', baseline: null, armedAt: null }
}

function read(alert: Alert, reading: AlertReading, at: Instant): AlertStep {
  if (reading.type === 'blocked') return quiet(alert)
  if (reading.type === 'score' && alert.baseline === null) {
    return quiet({ ...alert, phase: 'armed', baseline: reading.score, armedAt: at })
  }
  const side = sideOf(alert, reading)
  switch (alert.phase) {
    case 'new':
      return quiet(
        side === 'reached' ? { ...alert, phase: 'waiting' } : { ...alert, phase: 'armed', armedAt: at },
      )
    case 'waiting':
      return quiet(side === 'far' ? { ...alert, phase: 'armed', armedAt: at } : alert)
    case 'armed':
      return side === 'reached' ? fire(alert, reading, at) : quiet(alert)
  }
}

function fire(alert: Alert, reading: AlertReading, at: Instant): AlertStep {
  const effects: readonly AlertEffect[] = [{ type: 'fired', reading, at }]
  const fired: Alert = { ...unarmed(alert), lastFiredAt: at }
  if (!alert.repeat) return { state: { ...fired, state: 'fired' }, effects }
  if (reading.type === 'score') {
    return { state: { ...fired, phase: 'armed', baseline: reading.score, armedAt: at }, effects }
  }
  return { state: { ...fired, phase: 'waiting' }, effects }
}

function sideOf({ target, baseline }: Alert, reading: Exclude<AlertReading, { type: 'blocked' }>): Side {
  switch (reading.type) {
    case 'score':
      return reading.score === baseline ? 'far' : 'reached'
    case 'game': {
      const { status } = reading
      const isReached = target.kind === 'game_start' ? status !== 'scheduled' : status === 'ended'
      return isReached ? 'reached' : 'far'
    }
    case 'value': {
      const distance = distanceTo(target, reading.value)
      if (distance === null || distance >= reading.tick) return 'far'
      return distance > 0 ? 'near' : 'reached'
    }
  }
}

function sameThreshold(a: AlertTarget, b: AlertTarget): boolean {
  const threshold = (target: AlertTarget): unknown => ('threshold' in target ? target.threshold : null)
  const direction = (target: AlertTarget): unknown => ('direction' in target ? target.direction : null)
  return threshold(a) === threshold(b) && direction(a) === direction(b)
}
