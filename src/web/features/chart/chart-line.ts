/** One outcome's line on the chart, with what is marked on it. */
import type { Grip } from '../../actions/drafts/order-drag.ts'
import type { Candle } from './candles.ts'
import type { Point } from '../../data/markets/history.ts'

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

/** Open orders of mine at one price, an exit, one that the ticket would attach, an alert, the average at which the position was entered, or where a dragged one would go. */
export type ChartLevel = {
  readonly id: string
  readonly value: number
  readonly side: 'BUY' | 'SELL' | 'EXIT' | 'PLANNED' | 'ALERT' | 'ENTRY' | 'AIM'
  readonly text: string
  /** Number of orders. */
  readonly count?: number
  /** By which it is dragged; without it cannot be. */
  readonly grip?: Grip | null
}
