import { memo } from 'react'
import type { AnswerPerson } from '#shared/contracts/person.ts'
import { Details } from '#site/features/search/details/Details.tsx'
import { cardsAround } from '#site/features/search/details/load-details.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { Related } from './Related.tsx'
import { Summary } from './Summary.tsx'

/** What the sources say of one person, and who is connected with them. */
export const About = memo(({ person, results }: { person: AnswerPerson; results: Results }) => (
  <Details
    key={person.id}
    searchId={results.answer.search_id}
    person={person}
    cards={cardsAround(person, results.answer)}
    place="card"
  >
    {whole => (
      <>
        <Summary person={whole} results={results} />
        <Related person={whole} results={results} />
      </>
    )}
  </Details>
))
