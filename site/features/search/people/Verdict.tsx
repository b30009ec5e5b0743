import { useStore } from '@nanostores/react'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { PersonKind } from '#shared/contracts/person.ts'
import type { Verdict as OwnVerdict } from '#shared/contracts/verdict.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { dateText } from '#site/features/search/texts.ts'
import { compareHref } from '#site/lib/search-links.ts'
import { showToast } from '#site/lib/toast-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { NotedChoice } from '#site/ui/form/NotedChoice.tsx'
import './joined.ts'
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
  if (failure !== null) showToast(failure, COPY_FEEDBACK_MS)
}

/** The verdicts of a row: on this person, and that this one and another are one. */
export function VerdictBadge({ searchId, personId, kind = 'person' }: VerdictProps) {
  const list = useVerdicts(searchId)
  const own = verdictOn(list, personId)
  const joined = pairsOf(list, personId).filter(({ verdict }) => verdict === 'same')
  if (!own && joined.length === 0) return null
  return (
    <span className="row tight">
      {own && <Badge tone="moss">ваш вывод: {VERDICT_WORDS[kind][own.verdict]}</Badge>}
      {joined.map(pair => (
        <Badge key={pair.id} tone="moss">
          <PairText pair={pair} personId={personId} kind={kind} />
        </Badge>
      ))}
      {joined.length > 0 && <small className="soft">Стоят рядом; ответ источников прежний</small>}
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
