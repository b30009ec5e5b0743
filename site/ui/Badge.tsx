import type { HTMLAttributes } from 'react'
import type { Tone } from './tone.ts'

interface BadgeProps extends HTMLAttributes<HTMLSpanElement> {
  tone?: Tone
}

export const Badge = ({ tone, ...rest }: BadgeProps) => <span {...rest} className="badge" data-tone={tone} />
