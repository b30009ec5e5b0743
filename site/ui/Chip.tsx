import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

/** A small choice. Pressed or not is `aria-pressed`. */
export const Chip = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className="chip" />
)

export const LinkChip = (props: AnchorHTMLAttributes<HTMLAnchorElement>) => <a {...props} className="chip" />
