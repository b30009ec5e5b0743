import { useStore } from '@nanostores/react'
import { READING_REMARKS } from '#shared/labels/reading-remarks.ts'
import { Chip as ChipButton } from '#site/ui/Chip.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCheck } from '#site/ui/icons/acts.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { type Chip, chipsOf } from './chips.ts'
import { Meter } from './Meter.tsx'
import { $choice, $parsedLine, pressReading } from './readings-store.ts'

const ListLine = laterPart(async () => (await import('./ListLine.tsx')).ListLine)

/** How the line is understood. A chip narrows the search to its reading; a second press widens it again. */
export function Readings() {
  const { readings } = useStore($parsedLine)
  const choice = useStore($choice)
  const [best] = readings
  if (best?.note === READING_REMARKS.list)
    return (
      <section aria-label="Как понят запрос">
        <Later part={ListLine} props={{ line: best.value, items: best.items }} />
      </section>
    )
  const { together, instead, remark } = chipsOf(readings, choice)
  return (
    <section aria-label="Как понят запрос">
      <ul className="row tight readings">
        <li className="small muted desk">{choice ? 'Искать только как' : 'Понято как'}</li>
        {together.map(reading)}
        {instead.length > 0 && <li className="small muted">или</li>}
        {instead.map(reading)}
      </ul>
      {remark && <p className="small soft">{remark.charAt(0).toUpperCase() + remark.slice(1)}.</p>}
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
