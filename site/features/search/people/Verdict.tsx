import { useStore } from '@nanostores/react'
import type { PersonCard, PersonKind } from '#shared/contracts/person.ts'
import type { Verdict as OwnVerdict } from '#shared/contracts/verdict.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { EarlierBadge } from '#site/features/search/person/Earlier.tsx'
import { $answered } from '#site/features/search/search-store.ts'
import { count, dateText } from '#site/features/search/texts.ts'
import { compareHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { NotedChoice } from '#site/ui/form/NotedChoice.tsx'
import './own-verdicts.ts'
import { useVerdict, useVerdicts } from './use-verdict.ts'
import { pairsOf, removeVerdict, verdictOn } from './verdict-store.ts'

interface VerdictProps {
  searchId: string
  personId: string
  kind?: PersonKind | undefined
}

/** The user's own verdict on one person of a search, with a note, and what they said of this one and others. */
export function Verdict({ searchId, personId, kind }: VerdictProps) {
  const form = useVerdict(searchId, { a: personId, kind })
  const pairs = pairsOf(useVerdicts(searchId), personId)
  return (
    <div className="stack tight">
      <NotedChoice {...form} />
      {pairs.map(pair => (
        <p key={pair.id} className="small soft">
          <PairText pair={pair} personId={personId} kind={kind} />{' '}
          <a href={compareHref(searchId, pair.a, pair.b ?? '')}>Сравнить</a>{' '}
          <button type="button" className="link" onClick={() => takeBack(searchId, pair.id)}>
            Отменить
          </button>
        </p>
      ))}
    </div>
  )
}

async function takeBack(searchId: string, id: number): Promise<void> {
  const failure = await removeVerdict(searchId, id)
  if (failure !== null) tell(failure)
}

/** Has the verdicts of a search asked for, which tell the rows what they are; draws nothing. */
export function OwnVerdicts({ searchId }: { searchId: string }) {
  useVerdicts(searchId)
  return null
}

interface JoinedCardsProps {
  searchId: string
  /** Whom the user called one, as far as they are on the page. */
  people: readonly PersonCard[]
}

/** One line over the cards that the user called one person. A verdict on two is taken back here, several where each was made. */
export function JoinedCards({ searchId, people }: JoinedCardsProps) {
  const list = useVerdicts(searchId)
  const ids = people.map(({ id }) => id)
  const pairs = list.filter(
    ({ a, b, verdict }) => verdict === 'same' && b !== null && ids.includes(a) && ids.includes(b)
  )
  const [pair, ...others] = pairs
  const records = new Set(people.flatMap(recordIdsOf)).size
  const words = PAIR_VERDICT_WORDS[people[0]?.kind ?? 'person'].same
  return (
    <span className="row apart">
      <span className="row tight">
        <Badge tone="moss">ваш вывод: {words}</Badge>
        <small className="soft">
          {count(people.length, 'card')}, {count(records, 'record')}. Ответ источников не изменился
        </small>
      </span>
      {pair && others.length === 0 && (
        <Button kind="quiet" size="s" onClick={() => takeBack(searchId, pair.id)}>
          Отменить<span className="sr"> вывод: {words}</span>
        </Button>
      )}
    </span>
  )
}

interface VerdictBadgeProps extends VerdictProps {
  /** Stands under the line of the cards that the user called one with it. */
  isHeaded: boolean
}

/** The verdicts of a row: on this person, and that this one and another, who is not beside it, are one. */
export function VerdictBadge({ searchId, personId, kind = 'person', isHeaded }: VerdictBadgeProps) {
  const list = useVerdicts(searchId)
  const own = verdictOn(list, personId)
  const joined = isHeaded ? [] : pairsOf(list, personId).filter(({ verdict }) => verdict === 'same')
  if (!own && joined.length === 0) return <EarlierBadge {...{ searchId, personId, kind }} />
  return (
    <span className="row tight">
      {own && <Badge tone="moss">ваш вывод: {VERDICT_WORDS[kind][own.verdict]}</Badge>}
      {joined.map(pair => (
        <Badge key={pair.id} tone="moss">
          <PairText pair={pair} personId={personId} kind={kind} />
        </Badge>
      ))}
    </span>
  )
}

/** «ваш вывод: один человек с Примеров И. А., 1981». */
function PairText({
  pair: { a, b, verdict },
  personId,
  kind = 'person'
}: {
  pair: OwnVerdict
  personId: string
  kind?: PersonKind | undefined
}) {
  const persons = useStore($answered)?.answer.persons ?? []
  const other = persons.find(({ id }) => id === (a === personId ? b : a))
  const who = [other?.name, other?.birth_date && dateText(other.birth_date)].filter(Boolean).join(', ')
  return (
    <>
      ваш вывод: {PAIR_VERDICT_WORDS[kind][verdict]}
      {who && ` (${who})`}
    </>
  )
}
