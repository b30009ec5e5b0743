import { useStore } from '@nanostores/react'
import { Chip as ChipButton } from '#site/ui/Chip.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCheck } from '#site/ui/icons/acts.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Meter } from './Meter.tsx'
import { $choice, $parsedLine, pressReading } from './readings-store.ts'
import { type Chip, chipsOf } from './readings-view.ts'

/** How the line is understood. A chip narrows the search to its reading; a second press widens it again. */
export function Readings() {
  const { pending, readings } = useStore($parsedLine)
  const choice = useStore($choice)
  const { together, instead, remark } = chipsOf(readings, choice)
  if (together.length === 0) return pending ? <Waiting /> : null
  return (
    <section aria-label="Как понят запрос">
      <ul className="row tight readings">
        <li className="small muted">{choice ? 'Искать только как' : 'Понято как'}</li>
        {together.map(reading)}
        {instead.length > 0 && <li className="small muted">или</li>}
        {instead.map(reading)}
        {remark && <li className="small muted">{remark}</li>}
      </ul>
    </section>
  )
}

const reading = ({ choice, label, value, on, confidence, confidenceText }: Chip) => (
  <li key={`${label} ${value}`}>
    <ChipButton aria-pressed={on} title={confidenceText} onClick={() => pressReading(choice)}>
      {on && <Icon of={IconCheck} />}
      <span>
        <small>{label}</small> {value}
      </span>
      <Meter level={confidence} label={confidenceText} />
    </ChipButton>
  </li>
)

/** Keeps the place of the first chip, so that results below do not jump. */
const Waiting = () => (
  <div className="row tight" aria-hidden="true">
    <span className="small muted">Понято как</span>
    <span className="chip">
      <Skeleton chars={28} />
    </span>
  </div>
)
