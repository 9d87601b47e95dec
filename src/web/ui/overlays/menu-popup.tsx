/** The open menu, by Base UI. */
import { Menu as Base } from '@base-ui/react/menu'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { MenuItem, MenuProps } from './menu.tsx'
import { useOpened } from './use-opened.ts'
import styles from './menu.module.css'

/** Open while mounted. */
export function MenuPopup(props: MenuProps) {
  const { label, items: first, anchor, opener, onClose } = props
  const { ref, finalFocus } = useOpened()
  const [items, setItems] = useState(first)

  function onKeyDown(down: KeyboardEvent): void {
    // Keys of the menu are for nobody behind it.
    down.stopPropagation()
    if (down.key !== 'Escape' && down.key !== 'Tab') return
    down.preventDefault()
    onClose()
  }

  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(_, details) => {
        const { reason, event } = details
        // A press on its button closes it by the button's own doing; before that the focus goes there.
        const at = reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
        if (opener?.contains(at as Node | null) === true) details.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionPadding={4}
          positionMethod="fixed"
          className={styles.menuPlace}
        >
          <Base.Popup
            ref={ref}
            className={styles.menu}
            aria-label={label}
            onKeyDown={onKeyDown}
            finalFocus={finalFocus}
          >
            {items.map((item) => (
              <Line
                key={item.key}
                item={item}
                onRun={() => {
                  const more = item.run()
                  if (Array.isArray(more)) setItems(more as readonly MenuItem[])
                  else onClose()
                }}
              />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Line({ item, onRun }: { readonly item: MenuItem; readonly onRun: () => void }) {
  const { text, hint, isChosen, isOneOfMany = false, refused = null, part } = item
  return (
    <>
      {part !== undefined && (
        <Base.Separator className={styles.menuPart} aria-label={part === '' ? undefined : part}>
          {part}
        </Base.Separator>
      )}
      <Base.Item
        className={styles.menuItem}
        role={isChosen === undefined ? 'menuitem' : isOneOfMany ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={isChosen}
        disabled={refused !== null}
        closeOnClick={false}
        onClick={onRun}
      >
        <span className="menu-mark" aria-hidden="true">
          {isChosen === true ? '\u2713' : ''}
        </span>
        <span>{text}</span>
        {hint !== undefined && <span className={styles.menuHint}>{hint}</span>}
        {refused !== null && <small className={styles.menuRefused}>{refused}</small>}
      </Base.Item>
    </>
  )
}
