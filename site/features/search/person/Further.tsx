import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { count } from '#site/features/search/texts.ts'
import { Button } from '#site/ui/Button.tsx'
import {
  $further,
  addFurther,
  countFurther,
  type Further as FurtherState,
  furtherOf
} from './further-store.ts'
import { furtherText } from './further-view.ts'

interface FurtherProps {
  answer: SearchAnswer
  person: PersonCard
}

/** Says how many records of a person the line does not find, and brings them. */
export function Further({ answer: { search_id, matches, persons }, person }: FurtherProps) {
  const { id } = person
  const further = furtherOf(useStore($further), search_id, id)
  const added = recordIdsOf(person).filter(recordId => matches[recordId]?.further).length
  useEffect(() => {
    if (added === 0) void countFurther(search_id, id)
  }, [search_id, id, added])
  if (added === 0 && further?.step === 'over') return null
  return (
    <div className="further row small" style={{ minBlockSize: '2rem' }} role="status">
      {persons.length > 1 && <b>{nameOf(person)}</b>}
      {added > 0 ? (
        <span className="soft">
          Добавлено: {count(added, 'record')}, отмечены знаком «+» с правилом, по которому присоединены.
        </span>
      ) : (
        <Offer
          further={further}
          add={() => addFurther(search_id, id)}
          again={() => countFurther(search_id, id)}
        />
      )}
    </div>
  )
}

interface OfferProps {
  further: FurtherState | undefined
  add(): void
  again(): void
}

function Offer({ further, add, again }: OfferProps) {
  if (further?.step === 'failed')
    return (
      <>
        <span className="soft">Не удалось узнать, есть ли другие записи этого человека.</span>
        <Button size="s" onClick={again}>
          Повторить
        </Button>
      </>
    )
  if (further?.step !== 'counted' && further?.step !== 'adding')
    return <span className="soft">Ищем другие записи этого человека…</span>
  const { found, step } = further
  if (found.records === 0) return <span className="soft">{furtherText(found)}</span>
  return (
    <>
      <span>{furtherText(found)}</span>
      <Button size="s" busy={step === 'adding'} onClick={add}>
        Добавить, бесплатно
      </Button>
    </>
  )
}
