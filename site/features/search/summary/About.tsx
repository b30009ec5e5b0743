import { useStore } from '@nanostores/react'
import { memo } from 'react'
import type { AnswerPerson } from '#shared/contracts/person.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { Details } from '#site/features/search/details/Details.tsx'
import { cardsAround } from '#site/features/search/details/load-details.ts'
import { wholeOf } from '#site/features/search/people/joined-people.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { $joined } from '#site/features/search/view-store.ts'
import { Brief } from './Brief.tsx'
import { Related } from './Related.tsx'
import { Summary } from './Summary.tsx'

interface AboutProps {
  person: AnswerPerson
  results: Results
  isShort?: boolean
}

/** What the sources say of one person, and who is connected with them. */
export const About = memo(({ person, results, isShort }: AboutProps) => {
  const joined = useStore($joined)
  return (
    <Details
      key={person.id}
      searchId={results.answer.search_id}
      person={person}
      cards={cardsAround(wholeOf(person, results.answer, joined), results.answer, joined)}
      place="card"
    >
      {whole => {
        const one = wholeOf(whole, results.answer, joined)
        const shown = isDetailed(one) ? one : whole
        return isShort ? (
          <Brief person={shown} results={results} />
        ) : (
          <>
            <Summary person={shown} results={results} />
            <Related person={shown} results={results} />
          </>
        )
      }}
    </Details>
  )
})
