/** A button that is no submit; small unless its class says otherwise. */
import type { ComponentProps } from 'react'

/** Takes what a button takes. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button small" {...props} />
}
