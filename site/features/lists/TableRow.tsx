import { memo } from 'react'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES, type RowOutcome, VERDICTS_IN_ORDER } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { errorText } from '#site/lib/ask.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { judgeRow } from './list-calls.ts'
import { changeRow } from './rows-store.ts'

interface TableRowProps {
  listId: string
  place: number
  row: ListRow
  onVerdict(): void
}

export const TableRow = memo(function TableRow({ listId, place, row, onVerdict }: TableRowProps) {
  const isAnswered = row.answered_at !== null && row.repeat_of === null
  async function judge(verdict: ListRow['verdict']) {
    try {
      changeRow(await judgeRow(listId, row, verdict))
      onVerdict()
    } catch (error) {
      tell(errorText(error))
    }
  }
  return (
    <tr
      data-row={String(place)}
      aria-rowindex={place + 2}
      data-ask={ASKED.has(row.outcome) || undefined}
      tabIndex={isAnswered ? 0 : undefined}
      onKeyDown={event => {
        const verdict = VERDICTS_IN_ORDER[Number(event.key) - 1]
        if (isAnswered && verdict && !(event.target instanceof HTMLSelectElement)) void judge(verdict)
      }}
    >
      <td className="n">{formatCount(row.n)}</td>
      <th className="q" scope="row">
        {row.line || '—'}
        {row.label && <span className="tag">{row.label}</span>}
      </th>
      <td className="w">
        <OutcomeWord row={row} />
      </td>
      <td className="r">
        <BestPerson row={row} />
      </td>
      <td className="p num">
        {row.answered_at === null ? '' : formatCount(row.people)}
        {row.answered_at !== null && <span className="slim"> чел.</span>}
      </td>
      <td className="v">
        {isAnswered && (
          <fieldset className="seg" aria-label={`Ваш вывод, строка ${row.n}`}>
            {VERDICTS_IN_ORDER.map(verdict => (
              <label key={verdict} data-chosen={row.verdict === verdict || undefined}>
                <input
                  type="radio"
                  name={`verdict-${row.n}`}
                  checked={row.verdict === verdict}
                  onChange={() => judge(verdict)}
                />
                {VERDICT_WORDS.person[verdict]}
              </label>
            ))}
          </fieldset>
        )}
        {row.note && <span className="note-of">{row.note}</span>}
      </td>
    </tr>
  )
})

const ASKED: ReadonlySet<RowOutcome> = new Set(['several', 'namesakes'])
const MATCHES: Partial<Record<RowOutcome, 'yes' | 'maybe'>> = { one: 'yes', probable: 'maybe' }

function OutcomeWord({ row: { outcome, best } }: { row: ListRow }) {
  const match = MATCHES[outcome]
  if (!match) return <Badge tone={ASKED.has(outcome) ? 'ochre' : undefined}>{ROW_OUTCOMES[outcome]}</Badge>
  return (
    <>
      <span className="match" data-match={match}>
        {ROW_OUTCOMES[outcome]}
      </span>{' '}
      {best && (
        <span className="score small soft">
          {String(Math.round(best.score * 100) / 100).replace('.', ',')}
        </span>
      )}
    </>
  )
}

function BestPerson({ row }: { row: ListRow }) {
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
      {!ASKED.has(outcome) && best.birth_date && `, ${dayOf(best.birth_date)}`}
      <span className="why">
        {ASKED.has(outcome) ? 'Добавьте отчество или день рождения' : best.reasons[0]?.text}
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

/** «14.03.1981» of «1981-03-14», as much as is known. */
const dayOf = (date: string) => date.split('-').toReversed().join('.')

export const WaitingRow = ({ place }: { place: number }) => (
  <tr className="wait" data-row={String(place)} aria-rowindex={place + 2}>
    <td className="n">{formatCount(place + 1)}</td>
    <td colSpan={5}>
      <Skeleton chars={24} />
    </td>
  </tr>
)
