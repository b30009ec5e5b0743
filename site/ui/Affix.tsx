import type { InputHTMLAttributes } from 'react'
import { Icon } from './Icon.tsx'
import { Input } from './Input.tsx'
import type { Drawing } from './icons/drawing.ts'

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
