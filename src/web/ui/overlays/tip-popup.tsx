/** The one explanation that is shown, by Base UI. */
import { Tooltip } from '@base-ui/react/tooltip'
import type { Tip } from './tips.ts'
import styles from './tip.module.css'

/** Shown while mounted; when that is, is for `listenForTips` to say. */
export function TipPopup({ anchor, text }: Tip) {
  return (
    <Tooltip.Root open onOpenChange={(_, details) => details.allowPropagation()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          sideOffset={6}
          collisionPadding={4}
          positionMethod="fixed"
          className={styles.tipPlace}
        >
          <Tooltip.Popup role="tooltip" className={styles.tip}>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
