import { useState } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count } from '#site/features/search/texts.ts'
import { Button } from '#site/ui/Button.tsx'
import { PersonCard } from './PersonCard.tsx'

interface PeopleProps {
  cards: Person[]
  results: Results
  chosen: Person | null
}

const AT_FIRST = 6
const MORE = 12

/** Cards of the people put together from the records, best first. */
export function People({ cards, results, chosen }: PeopleProps) {
  const [room, setRoom] = useState(AT_FIRST)
  if (cards.length === 0) return null
  const records = cards.reduce((sum, { record_ids }) => sum + record_ids.length, 0)
  return (
    <section id="people" className="stack" aria-labelledby="people-t">
      <header className="row apart">
        <h2 id="people-t">Люди</h2>
        <p className="small muted">
          {count(cards.length, 'card')}
          {records > 0 && ` из ${count(records, 'fromRecord')}`}
        </p>
      </header>
      <div className="grid">
        {cards.slice(0, room).map(person => (
          <PersonCard key={person.id} person={person} results={results} chosen={person === chosen} />
        ))}
      </div>
      {cards.length > room && (
        <p className="row">
          <Button size="s" onClick={() => setRoom(room + MORE)}>
            Показать ещё {count(Math.min(cards.length - room, MORE), 'moreCards')}
          </Button>
        </p>
      )}
    </section>
  )
}
