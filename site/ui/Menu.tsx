import type { ReactNode } from 'react'

interface FloatProps {
  /** The id that the opener names in `popoverTarget`. */
  id: string
  children: ReactNode
}

/**
 * A list of links and buttons over the page. Its opener is any button with `popoverTarget={id}`: the browser closes it
 * by Escape or a click beside it and gives the focus back.
 */
export const Menu = ({ id, children }: FloatProps) => (
  <div className="menu" id={id} popover="auto">
    {children}
  </div>
)

/** A longer word on something, opened the same way. Never the only copy of a fact. */
export const Tip = ({ id, children }: FloatProps) => (
  <div className="tip" id={id} popover="auto">
    {children}
  </div>
)
