import type { ButtonHTMLAttributes } from 'react'

/** A small choice. Pressed or not is `aria-pressed`. */
export const Chip = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className="chip" />
)
