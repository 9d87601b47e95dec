/** A named figure of a list of facts (`dl`). */
import type { ComponentProps } from 'react'

/** Takes what a `dd` takes. */
export function Fact({ name, ...rest }: ComponentProps<'dd'> & { readonly name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...rest} />
    </div>
  )
}
