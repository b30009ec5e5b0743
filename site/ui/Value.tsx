import type { HTMLAttributes } from 'react'
import { CopyButton } from './Copy.tsx'

interface ValueProps {
  /** «Скопировать адрес». */
  label: string
  children: string
}

/** A machine-made value (address, token, id) with its copy button. */
export const Value = ({ label, children }: ValueProps) => (
  <p className="value">
    <code>{children}</code>
    <CopyButton text={children} label={label} />
  </p>
)

/** A block of code that scrolls sideways by itself; focusable, so a keyboard can scroll it. */
export const Code = (props: HTMLAttributes<HTMLPreElement>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  <pre tabIndex={0} {...props} className="code" />
)
