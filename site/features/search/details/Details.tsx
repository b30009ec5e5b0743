import { type ReactNode, useEffect, useState } from 'react'
import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { $search } from '#site/features/search/search-store.ts'
import { usePart } from '#site/lib/use-part.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { loadDetails, NO_DETAILS } from './load-details.ts'
import { type Place, Waiting } from './Waiting.tsx'

const REST_MS = 300

interface DetailsProps {
  searchId: string
  person: AnswerPerson
  /** Ids of those whose details are needed, and of whom the answer has cards. */
  cards: readonly string[]
  place: Place
  children: (person: Person) => ReactNode
}

/** Shows what needs the details of a person as soon as the answer has them, and asks for them. */
export function Details({ searchId, person, cards, place, children }: DetailsProps) {
  const [failure, setFailure] = useState<string | null>(null)
  // What cannot be brought while another search runs is asked for after it.
  const isSearching = usePart($search, ({ step }) => step === 'searching')
  const wanted = cards.join(' ')
  const load = () => {
    setFailure(null)
    void loadDetails(searchId, cards).then(setFailure)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same people are asked for once
  useEffect(() => {
    if (!wanted || isSearching) return
    // Whoever types into the filter makes somebody else the best with each letter.
    const timer = setTimeout(load, place === 'card' ? REST_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, isSearching])
  if (wanted && !failure) return <Waiting place={place} />
  return (
    <>
      {isDetailed(person) && children(person)}
      {failure && (
        <div className={place}>
          <Banner
            tone="red"
            // The panel says it already.
            isStill={place === 'card'}
            action={
              failure === NO_DETAILS && (
                <Button size="s" onClick={load}>
                  Повторить
                </Button>
              )
            }
          >
            {failure}
          </Banner>
        </div>
      )}
    </>
  )
}
