import { Fragment } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'
import { factsOf } from './facts.ts'

interface FactsProps {
  /** The birth date in words, for a folded row, which has no column of it. */
  born: string | null
  person: PersonCard
}

/** What tells one from namesakes: two values of the answer, else the region. The panel says all of them in full. */
export function Facts({ born, person }: FactsProps) {
  const shown = factsOf(person)
  return (
    <>
      <span className="slim">{born && shown[0] ? `${born}, ` : born}</span>
      {shown.map(({ field, text, value }, at) => (
        <Fragment key={field}>
          {at > 0 && ', '}
          {/* Signs that turn the direction of a value turn none of its neighbours. */}
          <bdi title={text === value ? undefined : value}>{text}</bdi>
        </Fragment>
      ))}
    </>
  )
}
