import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { type RowOutcome, WITHHELD } from '#shared/labels/lists.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { $session } from '#site/lib/session-store.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { outcomeTitle, withUsualDates } from './words.ts'

/** Rows in which something is to be made out. */
export const ASKED: ReadonlySet<RowOutcome> = new Set(['several', 'namesakes'])
const MATCHES: Partial<Record<RowOutcome, 'yes' | 'maybe'>> = { one: 'yes', probable: 'maybe' }

export function OutcomeWord({ list, row: { outcome, best } }: { list: List; row: ListRow }) {
  const match = MATCHES[outcome]
  if (!match)
    return <Badge tone={ASKED.has(outcome) ? 'ochre' : undefined}>{outcomeTitle(list, outcome)}</Badge>
  return (
    <>
      <span className="match" data-match={match}>
        {outcomeTitle(list, outcome)}
      </span>{' '}
      {best?.score != null && (
        <span className="score small soft">
          {String(Math.round(best.score * 100) / 100).replace('.', ',')}
        </span>
      )}
    </>
  )
}

export function BestPerson({ row, isOpen }: { row: ListRow; isOpen: boolean }) {
  const { best, outcome, repeat_of, reason_text, headline_text } = row
  const repeated = repeat_of !== null && <span className="why">как строка {formatCount(repeat_of)}</span>
  if (!best)
    return (
      <>
        {repeated}
        <span className="small soft">{outcome === 'none' ? 'В источниках записей нет' : reason_text}</span>
      </>
    )
  if (best.name === null) return <span className="small soft">Записи больше не показываются</span>
  const words = ASKED.has(outcome) ? (headline_text ?? `Подходят: ${formatCount(row.people)}`) : best.name
  return (
    <>
      {isOpen && row.search_id ? <a href={searchHref(row.search_id)}>{words}</a> : words}
      {!ASKED.has(outcome) && best.birth_date && `, ${withUsualDates(best.birth_date)}`}
      <span className="why">
        {ASKED.has(outcome)
          ? headline_text === null && 'Добавьте в строку то, что их различает'
          : best.reasons[0]?.text}
      </span>
      {best.withheld && <span className="why">{WITHHELD[best.withheld]}</span>}
      {!isOpen && <Again line={row.line} />}
      {repeated}
    </>
  )
}

/** Whether the answer of a row is read again for nothing. */
export const isLive = ({ search_id, live_until }: ListRow, now: number): boolean =>
  search_id !== null && Date.parse(live_until ?? '') > now

/** An answer that is open no more is searched anew: its line fills the search page, which spends nothing by itself. */
const Again = ({ line }: { line: string }) => (
  <span className="why">
    <a href="/search" onClick={() => leaveLine(line)}>
      {isUnlimited() ? 'Искать заново' : 'Открыть заново: 1 запрос'}
    </a>
  </span>
)

function isUnlimited(): boolean {
  const session = $session.get()
  return session.step === 'in' && session.user.role === ROLE_INFINITY
}
