import type { HTMLAttributes } from 'react'

/** The hues of badges and banners; each weighs the same in both themes. None is grey. */
export type Tone = 'petrol' | 'blue' | 'plum' | 'red' | 'ochre' | 'moss'

interface BadgeProps extends HTMLAttributes<HTMLSpanElement> {
  tone?: Tone
}

export const Badge = ({ tone, ...rest }: BadgeProps) => <span {...rest} className="badge" data-tone={tone} />
