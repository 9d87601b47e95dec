/** The foot of a ladder while something is picked up. Loaded once the first view is there. */
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { OrderDrag } from '../../../actions/drafts/order-drag.ts'
import { useKeyText, useTopPart } from '../../../contexts/contexts.ts'
import { markText, moveLabel } from '../../../data/account/exit-marks.ts'
import { showSize } from '../../../platform/format/figures.ts'
import { Button, tip } from '../../../ui/controls.tsx'
import { TypedPrice } from '../../../widgets/typed-price.tsx'
import { wholeTop } from '../shot-text.tsx'
import type { FootProps } from '../shot-text.tsx'
import styles from '../ladder.module.css'

/** A picked up order: what dropping it does, with drop and abort; a press on its words types the price. */
export function DragFoot(props: FootProps & { readonly dragged: OrderDrag }) {
  const { book, show, drag: control, dragged: drag } = props
  const { left } = drag
  const enter = useKeyText('enter')
  useTopPart(book, wholeTop)
  const isAimed = drag.to !== drag.from
  const sellsNow = useTopPart(book, ({ bestBid, bestAsk }) => isAimed && triggers(drag, bestBid, bestAsk))
  const what = `move ${drag.leg === null ? showSize(left) : markText({ leg: drag.leg, size: left })}`
  if (drag.by === 'typed')
    return (
      <TypedPrice
        className={`${styles.ladderFoot} ${styles.dragging}`}
        grid={drag.grid}
        what={`${what} to`}
        onPrice={(price) => {
          if (price === null) control.abort()
          else control.drop(price)
          props.panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
        }}
      />
    )
  const takes =
    isAimed && drag.leg === null
      ? book.takeable({ side: drag.side, price: drag.to, size: left, timeInForce: 'GTC' })
      : ZERO
  return (
    <div className={`${styles.ladderFoot} ${styles.dragging}`}>
      <button type="button" className={styles.dragWords} {...tip('Type a price')} onClick={control.type}>
        {isAimed ? moveLabel(left, show(drag.to), drag.leg) : `${what}: aim at a price, or type it`}
        {left < drag.size && (
          <span className="soft">, {showSize(subtractMicros(drag.size, left))} filled meanwhile</span>
        )}
        {sellsNow && <span className="danger">, acts at once</span>}
        {takes > ZERO && <span className="danger">, would take {showSize(takes)}</span>}
      </button>
      <Button
        className="button small primary"
        {...tip(enter === '' ? undefined : enter)}
        disabled={!isAimed}
        onClick={() => control.drop()}
      >
        Move
      </Button>
      <Button {...tip('Escape')} onClick={control.abort}>
        Keep
      </Button>
    </div>
  )
}

/** True if a leg dropped there acts on the present market; seen from the other outcome everything is the other way round. */
function triggers({ leg, side, to }: OrderDrag, bestBid: Price | null, bestAsk: Price | null): boolean {
  if (leg === null || leg.startsWith('target')) return false
  const isOwn = (leg === 'entry') === (side === 'BUY')
  const best = isOwn ? bestBid : bestAsk
  const isRising = leg === 'entry' || leg === 'breakEven'
  return best !== null && (isRising === isOwn ? to <= best : to >= best)
}
