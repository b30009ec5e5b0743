import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES, type RowOutcome } from '#shared/labels/lists.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { withUsualDates } from './words.ts'

/** Rows in which something is to be made out. */
export const ASKED: ReadonlySet<RowOutcome> = new Set(['several', 'namesakes'])
const MATCHES: Partial<Record<RowOutcome, 'yes' | 'maybe'>> = { one: 'yes', probable: 'maybe' }

export function OutcomeWord({ row: { outcome, best } }: { row: ListRow }) {
  const match = MATCHES[outcome]
  if (!match) return <Badge tone={ASKED.has(outcome) ? 'ochre' : undefined}>{ROW_OUTCOMES[outcome]}</Badge>
  return (
    <>
      <span className="match" data-match={match}>
        {ROW_OUTCOMES[outcome]}
      </span>{' '}
      {best?.score != null && (
        <span className="score small soft">
          {String(Math.round(best.score * 100) / 100).replace('.', ',')}
        </span>
      )}
    </>
  )
}

export function BestPerson({ row }: { row: ListRow }) {
  const { best, outcome, repeat_of, reason_text } = row
  const repeated = repeat_of !== null && <span className="why">как строка {formatCount(repeat_of)}</span>
  if (!best)
    return (
      <>
        {repeated}
        <span className="small soft">{outcome === 'none' ? 'В источниках записей нет' : reason_text}</span>
      </>
    )
  if (best.name === null) return <span className="small soft">Записи больше не показываются</span>
  const words = ASKED.has(outcome) ? `Подходят: ${formatCount(row.people)}` : best.name
  return (
    <>
      <Opened row={row}>{words}</Opened>
      {!ASKED.has(outcome) && best.birth_date && `, ${withUsualDates(best.birth_date)}`}
      <span className="why">
        {ASKED.has(outcome) ? 'Добавьте в строку то, что их различает' : best.reasons[0]?.text}
      </span>
      {repeated}
    </>
  )
}

/** Opens the answer while that is free; later it fills the search line, which spends nothing by itself. */
function Opened({ row, children }: { row: ListRow; children: string }) {
  const isLive = row.search_id !== null && Date.parse(row.live_until ?? '') > Date.now()
  return isLive && row.search_id ? (
    <a href={searchHref(row.search_id)}>{children}</a>
  ) : (
    <a href="/search" title="Ответ уже не открыт: строка встанет в поиск" onClick={() => leaveLine(row.line)}>
      {children}
    </a>
  )
}
