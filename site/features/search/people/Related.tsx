import type { MouseEvent } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import { fillLine } from '#site/features/search/ask/readings-store.ts'
import { anchorOf } from '#site/features/search/records/RecordCard.tsx'
import type { Results } from '#site/features/search/records/results-view.ts'
import { jumpTo } from '#site/features/search/records/view-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { RelationMap } from './RelationMap.tsx'
import { type Relative, relativesOf, type SharedThing } from './related-view.ts'
import { relationMap } from './relation-map.ts'

/** People who share something with the person in the summary, which does not make them the same. */
export function Related({ person, results }: { person: Person; results: Results }) {
  const relatives = relativesOf(person, results)
  if (relatives.length === 0) return null
  const map = relationMap(person, results)
  return (
    <section id="related" className="card flush" aria-labelledby="related-t">
      <header className="row apart">
        <h2 id="related-t">Связанные лица</h2>
        <p className="small muted">Общий номер или адрес. Это не значит, что человек тот же</p>
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

function Line({ relative: { name, born, things, record, line } }: { relative: Relative }) {
  const go = (event: MouseEvent) => {
    event.preventDefault()
    jumpTo(record)
  }
  return (
    <li className="stack tight">
      <p className="row">
        <b>{name}</b>
        {born && <span className="soft">{born}</span>}
        <span className="push row tight">
          <Pivot line={line} />
          <a href={`#${anchorOf(record)}`} onClick={go}>
            К записи<span className="sr">: {name}</span>
          </a>
        </span>
      </p>
      {things.map(thing => (
        <Thing key={`${thing.kind} ${thing.value}`} thing={thing} />
      ))}
    </li>
  )
}

const Thing = ({ thing: { text, value, former, numbers } }: { thing: SharedThing }) => (
  <p className="row tight soft">
    <span>
      {text}: {value}
      {former && <small> ({former})</small>}
    </span>
    <span className="push row tight">
      <Pivot line={value} />
      {numbers.map(number => (
        <span className="key" key={number}>
          <span className="sr">источник </span>
          {number}
        </span>
      ))}
    </span>
  </p>
)

/** Carries a value into the search field. Nothing is searched: that costs a credit. */
const Pivot = ({ line }: { line: string }) => (
  <Button kind="quiet" size="s" shape="icon" label={`Искать отсюда: ${line}`} onClick={() => fillLine(line)}>
    <Icon of={IconSearch} />
  </Button>
)
