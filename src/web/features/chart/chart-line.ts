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

/** Eight strokes that differ without colour: the same in the chart and in its legend. */
export const STROKES = [
  { style: 'solid', width: 2, dash: '' },
  { style: 'dashed', width: 2, dash: '4 4' },
  { style: 'dotted', width: 2, dash: '2 2' },
  { style: 'long', width: 2, dash: '12 4' },
  { style: 'sparse', width: 2, dash: '2 7' },
  { style: 'solid', width: 1, dash: '' },
  { style: 'dashed', width: 1, dash: '3 3' },
  { style: 'long', width: 1, dash: '9 3' },
] as const

/** Outcomes drawn over each other at most. */
export const MAX_LINES = STROKES.length
