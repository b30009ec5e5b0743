import { type HTMLAttributes, type ReactNode, useId } from 'react'

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode
  /** Stands at the end of the heading row. */
  action?: ReactNode
  /** Edge to edge, for a table or a list. */
  flush?: boolean
}

/** A sheet with a heading that names it. */
export function Card({ title, action, flush, className, children, ...rest }: CardProps) {
  const id = useId()
  const names = ['card', flush && 'flush', className].filter(Boolean).join(' ')
  return (
    <section {...(title ? { 'aria-labelledby': id } : {})} {...rest} className={names}>
      {(title || action) && (
        <header className="row apart">
          {title && <h2 id={id}>{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
