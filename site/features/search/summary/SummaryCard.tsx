import { useState } from 'react'
import type { AnswerPerson } from '#shared/contracts/person.ts'
import { nameOf } from '#site/features/search/people/people-view.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { About } from './About.tsx'

/** The first person while nobody is open: the values alone, on press with evidence and connections. */
export function SummaryCard({ person, results }: { person: AnswerPerson; results: Results }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <section id="summary" className="card stack tight" aria-labelledby="summary-t">
      <div className="row apart">
        <h3 id="summary-t">Сводка: {nameOf(person)}</h3>
        <button
          type="button"
          className="link no-print"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Свернуть' : 'Доказательства и связи'}
        </button>
      </div>
      <About {...{ person, results }} isShort={!isWhole} />
    </section>
  )
}
