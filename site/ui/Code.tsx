import type { HTMLAttributes } from 'react'

/** A block of code that scrolls sideways by itself; focusable, so a keyboard can scroll it. */
export const Code = (props: HTMLAttributes<HTMLPreElement>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  <pre tabIndex={0} {...props} className="code" />
)
