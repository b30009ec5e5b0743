import { memo } from 'react'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { VERDICTS_IN_ORDER } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { errorText } from '#site/lib/ask.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Cells } from '#site/ui/Cells.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { judgeRow } from './list-calls.ts'
import { ASKED, BestPerson, OutcomeWord } from './RowAnswer.tsx'
import { RowNote } from './RowNote.tsx'
import { changeRow } from './rows-store.ts'

interface TableRowProps {
  list: List
  place: number
  row: ListRow
  onVerdict(): void
}

export const TableRow = memo(function TableRow({ list, place, row, onVerdict }: TableRowProps) {
  const isAnswered = row.answered_at !== null && row.repeat_of === null
  async function judge(verdict: ListRow['verdict'], note = row.note) {
    try {
      changeRow(await judgeRow(list.id, row, verdict, note))
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
        if (isAnswered && verdict && !isTyped(event.target)) void judge(verdict)
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
      <td className="s">
        <RowSources list={list} keys={row.best?.source_keys ?? []} />
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
        {isAnswered && row.verdict !== null && (
          <RowNote row={row} onSave={note => judge(row.verdict, note)} />
        )}
      </td>
    </tr>
  )
})

/** A field takes digits for itself. */
const isTyped = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'radio'

function RowSources({ list, keys }: { list: List; keys: readonly string[] }) {
  const numbers = list.sources.flatMap(({ key }, place) => (keys.includes(key) ? place + 1 : []))
  const titles = list.sources.flatMap(({ key, title }) => (keys.includes(key) ? title : []))
  return <Cells numbers={numbers} state="yes" label={`Записи в источниках: ${titles.join(', ')}`} />
}

export const WaitingRow = ({ place }: { place: number }) => (
  <tr className="wait" data-row={String(place)} aria-rowindex={place + 2}>
    <td className="n">{formatCount(place + 1)}</td>
    <td colSpan={6}>
      <Skeleton chars={24} />
    </td>
  </tr>
)
