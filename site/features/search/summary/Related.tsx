import { useId } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import { SearchFrom } from '#site/features/search/ask/SearchFrom.tsx'
import { groupOf } from '#site/features/search/people/roles.ts'
import { jumpTo } from '#site/features/search/records/jump.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { type RelatedPerson, relatedPeopleOf, type SharedThing } from './related-view.ts'

const RelationMap = laterPart(async () => (await import('./RelationMap.tsx')).RelationMap)

/** People who share something with the person in the summary, which does not make them the same. */
export function Related({ person, results }: { person: Person; results: Results }) {
  const id = useId()
  const relatives = relatedPeopleOf(person, results)
  if (relatives.length === 0) return null
  return (
    <div className="stack tight related" {...groupOf(id)}>
      <header className="row apart">
        <h4 id={id}>Связанные лица</h4>
        <p className="small muted">Общий номер или адрес. Это не значит, что человек тот же</p>
      </header>
      <Rows>
        {relatives.map(relative => (
          <Line key={relative.key} relative={relative} />
        ))}
      </Rows>
      <Later part={RelationMap} waiting={<div className="map" />} props={{ person, results }} />
    </div>
  )
}

function Line({ relative: { name, born, things, record, line } }: { relative: RelatedPerson }) {
  return (
    <li className="stack tight">
      <p className="row">
        <b>{name}</b>
        {born && <span className="soft">{born}</span>}
        <span className="push row tight">
          <SearchFrom value={line} />
          <button type="button" className="link" onClick={() => jumpTo(record)}>
            К записи<span className="sr">: {name}</span>
          </button>
        </span>
      </p>
      {things.map(thing => (
        <Thing key={`${thing.kind} ${thing.value}`} thing={thing} />
      ))}
    </li>
  )
}

const Thing = ({ thing: { text, value, former, strip } }: { thing: SharedThing }) => (
  <p className="row tight soft">
    <span>
      {text}: {value}
      {former && <small> ({former})</small>}
    </span>
    <span className="push row tight">
      <SearchFrom value={value} />
      <SourceStrip strip={strip} />
    </span>
  </p>
)
