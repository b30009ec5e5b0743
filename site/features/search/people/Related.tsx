import type { MouseEvent } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import { anchorOf } from '#site/features/search/records/RecordCard.tsx'
import type { Results } from '#site/features/search/records/results-view.ts'
import { jumpTo } from '#site/features/search/records/view-store.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { RelationMap } from './RelationMap.tsx'
import { type Relative, relativesOf } from './related-view.ts'
import { relationMap } from './relation-map.ts'

/** People who share an address or a phone with the person in the summary: not the same person. */
export function Related({ person, results }: { person: Person; results: Results }) {
  const relatives = relativesOf(person, results)
  if (relatives.length === 0) return null
  const map = relationMap(person, results)
  return (
    <section id="related" className="card flush" aria-labelledby="related-t">
      <header className="row apart">
        <h2 id="related-t">Связанные лица</h2>
        <p className="small muted">Общий адрес или телефон людей не объединяет</p>
      </header>
      <Rows>
        {relatives.map(relative => (
          <Line key={relative.key} relative={relative} />
        ))}
      </Rows>
      {map && <RelationMap map={map} />}
    </section>
  )
}

function Line({ relative: { name, text, numbers, record } }: { relative: Relative }) {
  const go = (event: MouseEvent) => {
    event.preventDefault()
    jumpTo(record)
  }
  return (
    <li className="row">
      <b>{name}</b>
      <span className="soft">{text}</span>
      <span className="push row tight">
        {numbers.map(number => (
          <span className="key" key={number}>
            <span className="sr">источник </span>
            {number}
          </span>
        ))}
        <a href={`#${anchorOf(record)}`} onClick={go}>
          К записи<span className="sr">: {name}</span>
        </a>
      </span>
    </li>
  )
}
