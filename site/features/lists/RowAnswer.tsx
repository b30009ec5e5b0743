import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES, type RowOutcome, WITHHELD } from '#shared/labels/lists.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { isUnlimited, rowOutcome, withUsualDates } from './words.ts'

/** Rows in which something is to be made out. */
export const AMBIGUOUS_OUTCOMES: ReadonlySet<RowOutcome> = new Set(['several', 'namesakes'])
const MATCHES: Partial<Record<RowOutcome, 'yes' | 'maybe'>> = { one: 'yes', probable: 'maybe' }

/** What a row comes to; a repeat says what the row says that it repeats. */
export function OutcomeWord({ row }: { row: ListRow }) {
  const outcome = rowOutcome(row)
  const match = MATCHES[outcome]
  return (
    <>
      {row.outcome === 'repeat' && <Badge>{ROW_OUTCOMES.repeat}</Badge>}{' '}
      {match ? (
        <span className="match" data-match={match}>
          {ROW_OUTCOMES[outcome]}
        </span>
      ) : (
        outcome !== 'repeat' && (
          <Badge tone={AMBIGUOUS_OUTCOMES.has(outcome) ? 'ochre' : undefined}>{ROW_OUTCOMES[outcome]}</Badge>
        )
      )}{' '}
      {match && row.best?.score != null && (
        <span className="score small soft">
          {String(Math.round(row.best.score * 100) / 100).replace('.', ',')}
        </span>
      )}
    </>
  )
}

export const BestPerson = ({ row, isOpen }: { row: ListRow; isOpen: boolean }) => (
  <>
    <Person row={row} isOpen={isOpen} />
    {row.repeat_of !== null && (
      <span className="why">Повтор строки {formatCount(row.repeat_of)}: второй раз не искали</span>
    )}
  </>
)

function Person({ row, isOpen }: { row: ListRow; isOpen: boolean }) {
  const { best, reason_text, headline_text } = row
  const outcome = rowOutcome(row)
  if (!best)
    return <span className="small soft">{outcome === 'none' ? 'В источниках записей нет' : reason_text}</span>
  if (best.name === null) return <span className="small soft">Записи больше не показываются</span>
  const isAsked = AMBIGUOUS_OUTCOMES.has(outcome)
  // Of a repeat nobody is named while it is not known what the row says that it repeats.
  const isNamed = !isAsked && outcome !== 'repeat'
  const words = isNamed ? best.name : (headline_text ?? `Подходят: ${formatCount(row.people)}`)
  return (
    <>
      {isOpen && row.search_id ? <a href={searchHref(row.search_id)}>{words}</a> : words}
      {isNamed && best.birth_date && `, ${withUsualDates(best.birth_date)}`}
      <span className="why">
        {isNamed ? best.reasons[0]?.text : headline_text === null && 'Добавьте в строку то, что их различает'}
      </span>
      {best.withheld && <span className="why">{WITHHELD[best.withheld]}</span>}
      {!isOpen && <Again line={row.line} />}
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
      {isUnlimited() ? 'Искать заново' : `Открыть заново: ${SEARCH_PRICE}`}
    </a>
  </span>
)
