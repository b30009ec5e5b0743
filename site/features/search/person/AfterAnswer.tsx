import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import '#site/features/search/people/own-verdicts.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { $answered, performSearch } from '#site/features/search/search-store.ts'
import { $session } from '#site/lib/session-store.ts'
import { isByIdentifier } from './by-identifier.ts'
import { loadEarlier } from './earlier-store.ts'
import { Further } from './Further.tsx'

interface AfterAnswerProps {
  results: Results
  /** The person in the summary. */
  chosen: PersonCard | null
}

/** What is asked for nothing once an answer is drawn: records that its line does not find, and earlier verdicts. */
export function AfterAnswer({ results: { answer }, chosen }: AfterAnswerProps) {
  const { search_id } = answer
  useEffect(() => {
    void loadEarlier(search_id)
  }, [search_id])
  const isOffered = chosen?.kind === 'person' && isByIdentifier(answer) && answer.failed_sources.length === 0
  return (
    <>
      <PaidBefore />
      {isOffered && <Further answer={answer} person={chosen} />}
    </>
  )
}

/** An answer for nothing is that of a search that goes on: whoever wants it anew pays for it. */
function PaidBefore() {
  const answered = useStore($answered)
  const session = useStore($session)
  if (!answered || session.step !== 'in' || session.user.role === ROLE_INFINITY) return null
  const { answer, query, choice } = answered
  const { charged, failed_sources, completeness_note, searched_at } = answer
  if (charged > 0 || failed_sources.length > 0 || completeness_note !== undefined) return null
  const [, time] = moscowTime(new Date(searched_at)).split(' ')
  return (
    <p className="small soft">
      Этот запрос уже оплачен в {time}.{' '}
      <button type="button" className="link" onClick={() => performSearch({ query, choice, isAnew: true })}>
        Искать заново, {SEARCH_PRICE}
      </button>
    </p>
  )
}
