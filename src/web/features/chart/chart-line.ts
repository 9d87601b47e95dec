/** One outcome's line on the chart, with what is marked on it. */
import type { ExitMark } from '../../data/account/exit-marks.ts'
import type { Candle } from './candles.ts'
import type { Point } from '../../data/markets/history.ts'

/** Subject of a line's drag: an order, or all exits of the mark. */
export type MovedLine = { readonly orderId: string } | { readonly exit: ExitMark }

export type ChartLine = {
  readonly id: string
  readonly name: string
  /** Index into the strokes and colours. */
  readonly look: number
  readonly points: readonly Point[]
  /** In place of the line; `points` are their ends. */
  readonly candles?: readonly Candle[]
  readonly marks: readonly ChartMark[]
  readonly levels: readonly ChartLevel[]
}

/** A fill of mine, or something that happened in the game. */
export type ChartMark = {
  readonly at: number
  readonly kind: 'BUY' | 'SELL' | 'game'
  readonly text: string
  /** Number of fills. */
  readonly count: number
}

/** Open orders of mine at one price, an exit, one that the ticket would attach, an alert, or the average at which the position was entered. */
export type ChartLevel = {
  readonly id: string
  readonly value: number
  readonly side: 'BUY' | 'SELL' | 'EXIT' | 'PLANNED' | 'ALERT' | 'ENTRY'
  readonly text: string
  /** Number of orders. */
  readonly count?: number
  /** The order or exit that a drag moves; without one it cannot be dragged. */
  readonly moves?: MovedLine | null
}
