/** The drawn P&L: a line over zero, profit and loss under different hatches, the value under the pointer in a fixed corner. */
import { useEffect, useId, useRef, useState } from 'react'
import type { Micros } from '#core/money.ts'
import { showCents, showDay, showLocal } from '../../platform/format/figures.ts'
import { moneyTicks, partOf, pnlExtent, valueAt } from './pnl-scale.ts'
import type { PnlLine, PnlPoint } from './pnl-scale.ts'

const LEFT = 74
const BOTTOM = 20
const TOP = 8
const TIMES = 4
const DAY_MS = 24 * 3_600_000

/** For assistive technology one picture described by the summary; the table has the values. */
export function PnlDrawing({
  lines,
  summary,
}: {
  /** The first one over an area of profit and of loss. */
  readonly lines: readonly PnlLine[]
  readonly summary: string
}) {
  const element = useRef<HTMLDivElement | null>(null)
  const id = useId()
  const { width, height } = useSize(element)
  const [place, setPlace] = useState<number | null>(null)
  const points = lines[0]?.points ?? []
  const all = lines.flatMap((one) => one.points)
  const ticks = moneyTicks(pnlExtent(all))
  const bottom = ticks[0]
  const top = ticks.at(-1)
  const [first] = points
  const last = points.at(-1)
  const begin = Math.min(...all.map(({ at }) => at))
  const isDrawn = width > LEFT && first !== undefined && last !== undefined
  const across = Math.max(1, width - LEFT - 8)
  const up = Math.max(1, height - TOP - BOTTOM)
  const span = isDrawn ? Math.max(1, Math.max(...all.map(({ at }) => at)) - begin) : 1
  const x = (at: number): number => LEFT + ((at - begin) / span) * across
  const y = (value: Micros): number =>
    bottom === undefined || top === undefined ? 0 : TOP + (1 - partOf(value, bottom, top)) * up
  const coordinates = (some: readonly PnlPoint[]): string[] =>
    some.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
  const line = coordinates(points)
  // A single point is drawn as the level that it is.
  if (points.length === 1 && first !== undefined) line.push(`${LEFT + across},${y(first.value).toFixed(1)}`)
  const times = points.length < TIMES ? 1 : TIMES
  const zero = y(0n as Micros)
  const area = isDrawn
    ? `M${x(first.at).toFixed(1)},${zero} L${line.join(' L')} L${(points.length === 1 ? LEFT + across : x(last.at)).toFixed(1)},${zero} Z`
    : ''
  const at = place === null ? null : begin + span * Math.min(1, Math.max(0, place))
  return (
    <div
      ref={element}
      className="pnl-drawing"
      role="img"
      aria-label={summary}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        setPlace((event.clientX - box.left - LEFT) / across)
      }}
      onPointerLeave={() => setPlace(null)}
    >
      {isDrawn && (
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <defs>
            <pattern id={`${id}-up`} width="6" height="6" patternUnits="userSpaceOnUse">
              <path d="M0 6 6 0" className="pnl-up" />
            </pattern>
            <pattern id={`${id}-down`} width="6" height="6" patternUnits="userSpaceOnUse">
              <path d="M0 3h6" className="pnl-down" />
            </pattern>
            <clipPath id={`${id}-above`}>
              <rect x={LEFT} y={0} width={across} height={Math.max(0, zero)} />
            </clipPath>
            <clipPath id={`${id}-below`}>
              <rect x={LEFT} y={zero} width={across} height={Math.max(0, height - zero)} />
            </clipPath>
          </defs>
          {ticks.map((tick) => (
            <g key={String(tick)} className={tick === 0n ? 'pnl-zero' : 'pnl-grid'}>
              <line x1={LEFT} x2={LEFT + across} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
                {showCents(tick, true)}
              </text>
            </g>
          ))}
          <path d={area} fill={`url(#${id}-up)`} clipPath={`url(#${id}-above)`} />
          <path d={area} fill={`url(#${id}-down)`} clipPath={`url(#${id}-below)`} />
          <polyline points={line.join(' ')} className="pnl-line" />
          {lines.slice(1).map((one) => (
            <polyline
              key={one.name}
              points={coordinates(one.points).join(' ')}
              className="pnl-line"
              strokeDasharray={one.dash}
            />
          ))}
          {Array.from({ length: times }, (_, turn) => {
            const moment = begin + (span * turn) / Math.max(1, times - 1)
            return (
              <text
                key={turn}
                className="pnl-time"
                x={x(moment)}
                y={height - 5}
                textAnchor={turn === 0 ? 'start' : turn === TIMES - 1 ? 'end' : 'middle'}
              >
                {timeText(moment, span)}
              </text>
            )
          })}
          {at !== null && (
            <g className="pnl-cross">
              <line x1={x(at)} x2={x(at)} y1={TOP} y2={TOP + up} />
            </g>
          )}
        </svg>
      )}
      {at !== null && (
        <p className="pnl-under">
          {showDay(at)}
          {lines.map(({ name, points: own }) => {
            const value = valueAt(own, at)
            return (
              <span key={name}>
                {' '}
                {name}{' '}
                <b className={value === null ? 'dim' : value < 0n ? 'neg' : 'pos'}>
                  {showCents(value, true)}
                </b>
              </span>
            )
          })}
        </p>
      )}
    </div>
  )
}

function timeText(at: number, span: number): string {
  return span <= 2 * DAY_MS ? showLocal(at) : showDay(at).replace(/ \d{4}.*$/, '')
}

/** The element's size in CSS pixels, followed. */
function useSize(element: { readonly current: HTMLElement | null }): {
  readonly width: number
  readonly height: number
} {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height } = entry.contentRect
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return size
}
