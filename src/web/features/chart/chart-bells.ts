/** Alerts on the chart: a bell at the left end of each one's line, filled while it would fire and hollow while it is silent. */
import type { ISeriesPrimitive } from 'lightweight-charts'
import type { ChartLevel } from './chart-line.ts'

export type Bells = ISeriesPrimitive & {
  readonly set: (levels: readonly ChartLevel[], colour: string) => void
}

const LEFT = 4
/** The side of the square that the bell is drawn in, in CSS pixels. */
const SIZE = 14
const SHAPE_SIZE = 24
/** The bell of the icons in a square of `SHAPE_SIZE`: they are elements, and a canvas needs the path. */
const BELL =
  'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326'

/** Builds the bells of one line; the chart draws them once they are attached to it. */
export function createBells(): Bells {
  let shown: readonly ChartLevel[] = []
  let ink = ''
  let yOf: (value: number) => number | null = () => null
  let renew = (): void => undefined
  const shape = new Path2D(BELL)
  const view = {
    renderer: () => ({
      draw(target: Target) {
        target.useMediaCoordinateSpace(({ context }) => {
          for (const { value, isSilent } of shown) {
            const y = yOf(value)
            if (y === null) continue
            context.save()
            context.translate(LEFT, y - SIZE / 2)
            context.scale(SIZE / SHAPE_SIZE, SIZE / SHAPE_SIZE)
            context.lineWidth = 2.25
            context.strokeStyle = ink
            context.fillStyle = ink
            context.stroke(shape)
            if (!isSilent) {
              context.clip(shape)
              context.fillRect(0, 0, SHAPE_SIZE, SHAPE_SIZE)
            }
            context.restore()
          }
        })
      },
    }),
  }
  const views = [view]
  return {
    attached({ series, requestUpdate }) {
      yOf = (value) => series.priceToCoordinate(value)
      renew = requestUpdate
    },
    detached() {
      renew = () => undefined
    },
    paneViews: () => views,
    set(levels, colour) {
      shown = levels.filter(({ side }) => side === 'ALERT')
      ink = colour
      renew()
    },
  }
}

type Target = {
  readonly useMediaCoordinateSpace: (
    draw: (scope: { readonly context: CanvasRenderingContext2D }) => void,
  ) => void
}
