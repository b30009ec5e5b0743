import { useId } from 'react'
import type { ReasonTone } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { type Drawing, Icon } from '#site/ui/Icon.tsx'
import { IconCheck, IconChevronRight, IconMinus, IconX } from '#site/ui/icons/acts.ts'
import type { ShownReason } from './reasons.ts'

const ICONS: Record<ReasonTone, [Drawing, string]> = {
  agree: [IconCheck, 'совпало'],
  missing: [IconMinus, 'нет данных'],
  contradict: [IconX, 'расходится']
}

/** Reasons under their question; nothing without reasons. */
export function Reasons({ title, reasons }: { title: string; reasons: readonly ShownReason[] }) {
  const id = useId()
  if (reasons.length === 0) return null
  return (
    <div>
      <p id={id} className="small muted">
        {title}
      </p>
      <ul className="why" aria-labelledby={id}>
        {reasons.map(({ tone, text }) => {
          const [icon, label] = ICONS[tone]
          return (
            <li key={text} data-support={tone === 'agree' ? undefined : tone}>
              <Icon of={icon} label={label} />
              {text}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Why the nearest other people have cards of their own: what forbids to join them, or what is missing for it. */
export function WhyApart({ person, results }: { person: Person; results: Results }) {
  if (person.apart.length === 0) return null
  const people = new Map(results.answer.persons.map(other => [other.id, other]))
  return (
    <details>
      <summary className="small">
        <Icon of={IconChevronRight} turn /> Почему отдельно от похожих
      </summary>
      <ul className="why">
        {person.apart.map(({ person_id, kind, text, agrees, would_join }) => (
          <li key={person_id} data-support={kind === 'veto' ? 'contradict' : 'missing'}>
            <Icon
              of={kind === 'veto' ? IconX : IconMinus}
              label={kind === 'veto' ? 'запрет' : 'недостаточно'}
            />
            <span>
              <b>{whoIs(people.get(person_id))}</b>: {text}. Общее: {agrees}.
              {would_join && ` Объединит: ${would_join}.`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const whoIs = (person: Person | undefined): string =>
  [person?.name, person?.birth_date && dateText(person.birth_date)].filter(Boolean).join(', ')
