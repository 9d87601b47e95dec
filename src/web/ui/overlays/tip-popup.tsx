/** The one explanation that is shown, by Base UI. */
import { useEffect, useState } from 'react'
import { Tooltip } from '@base-ui/react/tooltip'
import { listenForTips } from './tips.ts'
import type { Tip } from './tips.ts'
import styles from './tip.module.css'

/** Listens on the whole page. */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => listenForTips(window, setTip), [])
  return tip === null ? null : <TipPopup {...tip} />
}

function TipPopup({ anchor, text }: Tip) {
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
