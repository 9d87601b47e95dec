/** A panel under its title, by which it is also named. */
import type { ComponentProps } from 'react'

/** `label` where the name is more than the title. */
export function Panel({
  title,
  label = title,
  className = '',
  children,
  ...rest
}: ComponentProps<'section'> & { readonly title: string; readonly label?: string }) {
  return (
    <section className={`panel ${className}`} aria-label={label} {...rest}>
      <header className="panel-head">
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  )
}
