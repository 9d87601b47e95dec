/** The place of the drawn chart: loads it, hands it lines, and drags own orders and exits on it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DOMAttributes, PointerEvent } from 'react'
import { priceDecimals, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { OrderDrag } from '../../actions/drafts/order-drag.ts'
import { refusalText } from '../../actions/outcome.ts'
import { usePage, usePrices, useMarketData } from '../../contexts/contexts.ts'
import { useOrderDrag } from '../../contexts/use-order-drag.ts'
import type { DragControl } from '../../contexts/use-order-drag.ts'
import { moveLabel } from '../../data/account/exit-marks.ts'
import { MICROS_PER_STEP } from '../../data/markets/history-line.ts'
import { rowPriceOf } from '../../data/markets/ladder-grid.ts'
import { snapPrice } from '../../data/markets/price-steps.ts'
import { sayRefused } from '../../platform/page/messages.ts'
import { Button, tip } from '../../ui/controls.tsx'
import { TypedPrice } from '../../widgets/typed-price.tsx'
import type { ChartCanvas, NearGrip } from './chart-canvas.ts'
import type { ChartLevel, ChartLine } from './chart-line.ts'
import styles from './chart.module.css'

type DrawingProps = {
  readonly lines: readonly ChartLine[]
  readonly tick: TickSize
  /** A changed scope is a changed span of time: the whole of it is shown. */
  readonly scope: string
  readonly summary: string
  /** An Alt click: where on the price axis, in millionths. */
  readonly onPick: (value: number) => void
}

/** Draws the lines; for assistive technology it is one picture described by the summary. */
export function Drawing({ lines, tick, scope, summary, onPick }: DrawingProps) {
  const prices = usePrices()
  const pick = useEffectEvent(onPick)
  const readout = useRef<HTMLParagraphElement | null>(null)
  const element = useRef<HTMLDivElement | null>(null)
  const [canvas, setCanvas] = useState<ChartCanvas | null>(null)

  useEffect(() => {
    let isGone = false
    let made: ChartCanvas | null = null
    void import('./chart-canvas.ts').then(({ createChartCanvas }) => {
      if (isGone || element.current === null) return
      made = createChartCanvas(element.current, {
        onPick: (value) => pick(value),
        // Written past React: it changes with every move of the pointer.
        onRead: (text) => {
          if (readout.current !== null) readout.current.textContent = text
        },
      })
      setCanvas(made)
    })
    return () => {
      isGone = true
      made?.close()
      setCanvas(null)
    }
  }, [])

  const { drawn, handlers, near, setNear, control } = useChartDrag(canvas, lines, tick)
  const isComplete = lines.length > 0 && lines.every((line) => line.points.length > 0)
  const span = `${scope} ${lines.map((line) => line.id).join(' ')} ${isComplete}`
  useEffect(() => {
    if (canvas === null) return
    canvas.draw(drawn, priceDecimals(tick), prices, span)
  }, [canvas, drawn, tick, prices, span])

  return (
    <div
      className={`stack ${styles.chartFrame}`}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'touch') setNear(null)
      }}
    >
      <div
        ref={element}
        className={`fills slim clipped ${styles.chartCanvas}`}
        role="img"
        aria-label={`Price chart. ${summary}`}
        {...handlers}
      />
      <p ref={readout} className="chart-readout" aria-hidden="true" />
      {near !== null && <NearMark near={near} control={control} onEnd={() => setNear(null)} />}
    </div>
  )
}

/** The lines with where a dragged order would go. Touch scrolls, so it takes nothing; the pointer's events end here where it drags. */
function useChartDrag(canvas: ChartCanvas | null, lines: readonly ChartLine[], tick: TickSize) {
  const { books } = useMarketData()
  const page = usePage()
  const prices = usePrices()
  const [near, setNear] = useState<NearGrip | null>(null)
  const gridOf = (outcomeId: string) =>
    ({ tick: books.book(outcomeId).top().tick ?? tick, group: 1 }) as const
  const show = (price: Price) => prices.price(price, tick)
  const nearest = (event: PointerEvent) =>
    canvas?.gripAt(heightIn(event), event.pointerType === 'touch' ? 'touch' : 'mouse') ?? null
  const control = useOrderDrag({
    gridOf,
    gripAt(event) {
      const grip = event.altKey ? undefined : nearest(event)?.grip
      return grip === undefined ? null : { ...grip, from: rowPriceOf(grip.from, gridOf(grip.outcomeId)) }
    },
    rowAt(event, grid) {
      const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
      const [x, y] = [event.clientX, event.clientY]
      const value = x >= left && x < right && y >= top && y < bottom ? canvas?.valueAt(heightIn(event)) : null
      if (value === null || value === undefined) return null
      const price = priceFromSteps(Math.min(9_999, Math.max(1, Math.round(value / MICROS_PER_STEP))))
      return price === null ? null : snapPrice(price, grid.tick)
    },
    sinceMoveMs: () => Infinity,
    show,
    onEnd(_row, _side, refusal) {
      if (refusal === '') return
      sayRefused(page, 'Not moved', { text: refusalText(refusal), group: 'chart-move' })
    },
  })
  const { drag } = control
  const aim = (moved: OrderDrag): ChartLevel => ({
    id: 'aim',
    value: moved.to * MICROS_PER_STEP,
    side: 'AIM',
    text: moveLabel(moved.left, show(moved.to), moved.leg),
  })
  const drawn =
    drag === null || drag.to === drag.from
      ? lines
      : lines.map((line) =>
          line.id === drag.outcomeId ? { ...line, levels: [...line.levels, aim(drag)] } : line,
        )
  // Neither the chart nor a selection of text shall follow a press that drags.
  const taken = (event: PointerEvent, isTaken: boolean) => {
    if (isTaken) event.stopPropagation()
    return isTaken
  }
  return {
    drawn,
    near,
    setNear,
    control,
    handlers: {
      'data-drag': drag !== null || near !== null ? '' : undefined,
      onPointerDownCapture(event) {
        if (taken(event, control.pointerDown(event))) event.preventDefault()
      },
      onPointerMoveCapture(event) {
        if (taken(event, control.pointerMove(event))) return
        if (event.pointerType !== 'touch') setNear(nearest(event))
      },
      onPointerUpCapture(event) {
        // A press that has not dragged picks nothing up here; a tap shows what can be done with the mark.
        if (event.pointerType === 'touch') setNear(nearest(event))
        else if (drag === null) control.abort()
        else control.pointerUp(event)
      },
      onDoubleClick() {
        if (near !== null) control.take(near.grip, 'typed')
      },
      onPointerCancel: control.abort,
    } satisfies DOMAttributes<HTMLElement> & { readonly 'data-drag': string | undefined },
  }
}

type NearProps = { readonly near: NearGrip; readonly control: DragControl; readonly onEnd: () => void }

/** A mark under the pointer: its words, which type another price for it, and its cross. */
function NearMark({ near: { grip, text, y }, control, onEnd }: NearProps) {
  const { drag } = control
  const isTyped = drag?.by === 'typed'
  if (drag !== null && !isTyped) return null
  return (
    <div className={styles.nearMark} style={{ top: y }}>
      {isTyped ? (
        <TypedPrice
          grid={drag.grid}
          what={`move ${text} to`}
          onPrice={(price) => {
            if (price === null) control.abort()
            else control.drop(price)
            onEnd()
          }}
        />
      ) : (
        <>
          <Button {...tip('Type a price')} onClick={() => control.take(grip, 'typed')}>
            {text}
          </Button>
          <Button
            aria-label={`Cancel ${text}`}
            onClick={() => {
              control.cancel(grip)
              onEnd()
            }}
          >
            {'\u00d7'}
          </Button>
        </>
      )}
    </div>
  )
}

function heightIn({ clientY, currentTarget }: PointerEvent): number {
  return clientY - currentTarget.getBoundingClientRect().top
}
