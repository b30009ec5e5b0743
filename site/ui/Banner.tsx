import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import type { Drawing } from './Icon.tsx'
import { Icon } from './Icon.tsx'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from './icons/messages.ts'
import { Spinner } from './Spinner.tsx'

interface BannerProps {
  tone?: Tone
  /** `wait` turns a spinner in place of the icon. */
  icon?: Drawing | 'wait'
  /** A button at the end, «Повторить» as a rule. */
  action?: ReactNode
  /** Part of what it stands in, and no news of its own: nobody speaks it. */
  isStill?: boolean
  children: ReactNode
}

const ICONS: Partial<Record<Tone, Drawing>> = { red: IconAlertCircle, moss: IconCircleCheck }

/** A message in place. Red is spoken at once, the others politely. */
export const Banner = ({ tone, icon, action, isStill, children }: BannerProps) => (
  <div className="banner" data-tone={tone} role={isStill ? undefined : tone === 'red' ? 'alert' : 'status'}>
    {icon === 'wait' ? <Spinner /> : <Icon of={icon ?? (tone && ICONS[tone]) ?? IconInfoCircle} />}
    <div>{children}</div>
    {action}
  </div>
)
