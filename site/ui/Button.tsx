import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { Spinner } from './Spinner.tsx'

interface Look {
  kind?: 'primary' | 'quiet' | 'danger' | 'remove'
  size?: 's' | 'l'
  /** A square or a circle for an icon alone; give it a `label`. */
  shape?: 'icon' | 'round'
  /** Name and tooltip of a button without words. */
  label?: string
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }
type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & Look

const look = ({ kind, size, shape, label }: Look) => ({
  'data-kind': kind,
  'data-size': size,
  'data-shape': shape,
  ...(label !== undefined && { 'aria-label': label, title: label })
})

const className = (extra?: string) => (extra ? `button ${extra}` : 'button')

/** A button; `busy` shows that it works and lets nobody press it again, but leaves it the focus. */
export const Button = ({
  kind,
  size,
  shape,
  label,
  busy,
  onClick,
  className: extra,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...look({ kind, size, shape, label })}
    {...rest}
    className={className(extra)}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? event => event.preventDefault() : onClick}
  >
    {busy && <Spinner />}
    {children}
  </button>
)

/** A link that looks like a button. */
export const LinkButton = ({ kind, size, shape, label, className: extra, ...rest }: LinkProps) => (
  <a {...look({ kind, size, shape, label })} {...rest} className={className(extra)} />
)
