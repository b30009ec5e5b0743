import type { InputHTMLAttributes } from 'react'
import type { Drawing } from '#site/ui/Icon.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { Input } from './Input.tsx'

interface AffixProps extends InputHTMLAttributes<HTMLInputElement> {
  icon: Drawing
}

/** An input with an icon inside its edge. The label is the caller's. */
export const Affix = ({ icon, ...rest }: AffixProps) => (
  <div className="affix">
    <Icon of={icon} />
    <Input {...rest} />
  </div>
)
