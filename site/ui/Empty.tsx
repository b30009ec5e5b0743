import type { ReactNode } from 'react'
import type { Drawing } from './Icon.tsx'
import { Icon } from './Icon.tsx'

interface EmptyProps {
  icon: Drawing
  title: string
  /** `h1` where it is the whole page. */
  as?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}

/** Nothing here, or no entry: what happened and what to do. */
export const Empty = ({ icon, title, as: Heading = 'h3', children }: EmptyProps) => (
  <div className="empty stack tight">
    <Icon of={icon} />
    <Heading>{title}</Heading>
    {children}
  </div>
)
