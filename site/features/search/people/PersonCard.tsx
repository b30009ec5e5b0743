import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Person, PersonKind } from '#shared/contracts/person.ts'
import { isPossibleNamesake, type Results, sourcesOf } from '#site/features/search/records/results-view.ts'
import { $chosenPerson, $filters, showPersonRecords } from '#site/features/search/records/view-store.ts'
import { count, dateText } from '#site/features/search/texts.ts'
import { Button } from '#site/ui/Button.tsx'
import { MatchMark } from './MatchMark.tsx'
import { type Member, membersOf } from './people-view.ts'
import { Reasons, WhyApart } from './Reasons.tsx'
import { linkReasonsOf, queryReasonsOf } from './reasons.ts'
import { Strip } from './Strip.tsx'
import { stripOf } from './strip.ts'
import { pairsOf } from './summary-view.ts'

interface PersonCardProps {
  person: Person
  results: Results
  /** Stands in the summary. */
  chosen: boolean
}

/** One person: how sure, who, why, by which sources, and the way to the records. */
export function PersonCard({ person, results, chosen }: PersonCardProps) {
  const id = useId()
  const isFiltered = useStore($filters).person === person.id
  const all = results.sources.map(({ number }) => number)
  const numbers = sourcesOf(person, results).flatMap(key => results.numbers.get(key) ?? [])

  return (
    <article className="person" data-chosen={chosen ? '' : undefined} aria-labelledby={id}>
      <p className="row apart">
        <MatchMark
          {...person}
          reasons={person.query_reasons}
          possible={isPossibleNamesake(person, results)}
        />
        {chosen ? (
          <span className="small muted">в сводке</span>
        ) : (
          <Button kind="quiet" size="s" onClick={() => $chosenPerson.set(person.id)}>
            В сводку<span className="sr">: {person.name}</span>
          </Button>
        )}
      </p>
      <div>
        {person.kind === 'organisation' && <p className="small muted">Организация</p>}
        <h3 id={id}>{person.name || 'Имя не указано'}</h3>
        <Pairs person={person} />
        <Members of={membersOf(person, results)} />
      </div>
      <div className="reasons">
        <Reasons title="Почему подходит" reasons={queryReasonsOf(person)} />
        <Reasons title={`Почему записи ${OWNERS[person.kind]}`} reasons={linkReasonsOf(person)} />
        <WhyApart person={person} results={results} />
      </div>
      <footer className="row apart">
        <Strip strip={stripOf(all, new Map(numbers.map(number => [number, 'agree'])), numbers)} />
        {person.record_ids.length > 0 && (
          <Button
            size="s"
            aria-pressed={isFiltered}
            onClick={() => showPersonRecords(isFiltered ? null : person.id)}
          >
            {count(person.record_ids.length, 'record')}
          </Button>
        )}
      </footer>
    </article>
  )
}

const Pairs = ({ person }: { person: Person }) => (
  <dl className="pairs">
    {person.birth_date && (
      <>
        <dt>Рождение</dt>
        <dd>{dateText(person.birth_date)}</dd>
      </>
    )}
    {pairsOf(person, person.birth_date ? 2 : 3).map(({ field, value }) => [
      <dt key={field}>{field}</dt>,
      <dd key={`${field}-value`}>{value}</dd>
    ])}
  </dl>
)

const OWNERS: Record<PersonKind, string> = { person: 'одного лица', organisation: 'одной организации' }

const MEMBERS_SHOWN = 4

/** The people of an organisation with their positions; all of them stand among the connected. */
const Members = ({ of }: { of: Member[] }) =>
  of.length > 0 && (
    <dl className="pairs" aria-label="Люди организации">
      {of
        .slice(0, MEMBERS_SHOWN)
        .map(({ id, name, position }) => [<dt key={id}>{position}</dt>, <dd key={`${id}-name`}>{name}</dd>])}
      {of.length > MEMBERS_SHOWN && (
        <>
          <dt>ещё</dt>
          <dd>{of.length - MEMBERS_SHOWN}</dd>
        </>
      )}
    </dl>
  )
