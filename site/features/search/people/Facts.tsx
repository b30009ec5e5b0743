import { Fragment } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'

interface FactsProps {
  /** The birth date in words, for a folded row, which has no column of it. */
  born: string | null
  person: PersonCard
}

/** What tells one from namesakes: two values of the answer, else the region. */
export function Facts({ born, person: { facts, region } }: FactsProps) {
  const shown = facts.length > 0 || !region ? facts : [{ field: '', value: region }]
  return (
    <>
      <span className="slim">{born && shown[0] ? `${born}, ` : born}</span>
      {shown.map(({ field, value }, at) => (
        <Fragment key={field}>
          {at > 0 && ', '}
          {/* Signs that turn the direction of a value turn none of its neighbours. */}
          <bdi>{value}</bdi>
        </Fragment>
      ))}
    </>
  )
}
