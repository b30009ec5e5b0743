import { memo } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { Related } from './Related.tsx'
import { Summary } from './Summary.tsx'

/** What the sources say of one person, and who is connected with them. */
export const About = memo(({ person, results }: { person: Person; results: Results }) => (
  <>
    <Summary key={person.id} person={person} results={results} />
    <Related person={person} results={results} />
  </>
))
