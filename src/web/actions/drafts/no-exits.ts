/** Exits before anything is written of them. */
import type { PageSettings } from '#contract/page-settings.ts'

/** In what targets, stop and break-even are written; trailing stop and slippage are always ticks. */
export type ExitUnit = PageSettings['exitUnit']

/** As typed; an empty text is a leg that is not wanted. */
export type ExitDraft = {
  readonly isOn: boolean
  readonly unit: ExitUnit
  /** Up to three, the nearest first, each but the last with its share in percent. */
  readonly target: string
  readonly share: string
  readonly target2: string
  readonly share2: string
  readonly target3: string
  readonly stop: string
  /** Once the bid has come so far, the stop goes to `plus`. */
  readonly breakEven: string
  readonly plus: string
  readonly trailing: string
  readonly slippage: string
  readonly minutes: string
}

/** Slippage of a stop where none is written, in ticks. */
export const SLIPPAGE_TICKS = 3

export const NO_EXITS: ExitDraft = {
  isOn: false,
  unit: 'ticks',
  target: '10',
  share: '',
  target2: '',
  share2: '',
  target3: '',
  stop: '10',
  breakEven: '',
  plus: '',
  trailing: '',
  slippage: `${SLIPPAGE_TICKS}`,
  minutes: '',
}
