import { useId } from 'react'
import type { Person, PersonApart, PersonCard } from '#shared/contracts/person.ts'
import { joinedIf } from '#shared/texts/joined-if.ts'
import { connectionText, nameOf } from '#site/features/search/people/people-view.ts'
import { groupOf } from '#site/features/search/people/roles.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { compareHref } from '#site/lib/search-links.ts'
import { fullStop } from '#site/lib/text.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { LinkButton } from '#site/ui/Button.tsx'

/** Why the nearest other people have cards of their own: a veto, or too little that agrees. */
export function WhyApart({ person, results }: { person: Person; results: Results }) {
  const id = useId()
  const people = new Map(results.answer.persons.map(other => [other.id, other]))
  const [nearest, ...others] = person.apart
  return (
    <div {...groupOf(id)}>
      <h4 id={id}>Почему отдельно</h4>
      {nearest ? (
        <Nearest
          searchId={results.answer.search_id}
          personId={person.id}
          apart={nearest}
          other={people.get(nearest.person_id)}
        />
      ) : (
        <p className="small soft">Похожих людей в ответе нет.</p>
      )}
      {others.length > 0 && (
        <ul className="small soft stack tight">
          {others.map(({ person_id, text, kind, connections }) => (
            <li key={person_id}>
              <b>{whoIs(people.get(person_id))}</b> <Kind of={kind} /> {sentence(text)}.{' '}
              {connectionText(connections)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface NearestProps {
  searchId: string
  personId: string
  apart: PersonApart
  other: PersonCard | undefined
}

function Nearest({ searchId, personId, apart, other }: NearestProps) {
  const { kind, text, agrees, would_join, connections } = apart
  return (
    <div className="apart-from" data-kind={kind}>
      <p>
        Ближе всех <b>{fullStop(whoIs(other))}</b> Общее: <bdi>{agrees}</bdi>. <Kind of={kind} />{' '}
        <bdi>{sentence(text)}</bdi>.
      </p>
      <p className="soft">
        {would_join
          ? joinedIf(would_join)
          : 'Такое расхождение запрещает объединение при любых других совпадениях.'}
      </p>
      {connections && <p className="soft">{connectionText(connections)}</p>}
      {other && (
        <LinkButton size="s" href={compareHref(searchId, personId, other.id)}>
          Сравнить
        </LinkButton>
      )}
    </div>
  )
}

const Kind = ({ of }: { of: PersonApart['kind'] }) =>
  of === 'veto' ? <Badge tone="ochre">исключено</Badge> : <Badge>данных мало</Badge>

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const whoIs = (person: PersonCard | undefined): string => (person ? nameOf(person) : 'человек вне ответа')
