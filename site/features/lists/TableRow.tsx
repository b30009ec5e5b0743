import { memo } from 'react'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { VERDICTS_IN_ORDER } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Cells } from '#site/ui/Cells.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { judgeInTurn } from './judge-row.ts'
import { AMBIGUOUS_OUTCOMES, BestPerson, OutcomeWord } from './RowAnswer.tsx'
import { RowNote } from './RowNote.tsx'
import { isCommand, isTyped, verdictOf } from './row-keys.ts'
import { $filter, pageOf, showRows } from './rows-store.ts'

interface TableRowProps {
  list: List
  place: number
  row: ListRow
  /** Its answer is read for nothing still. */
  isOpen: boolean
  onVerdict(): void
}

export const TableRow = memo(function TableRow({ list, place, row, isOpen, onVerdict }: TableRowProps) {
  const isAnswered = row.answered_at !== null && row.repeat_of === null && row.outcome !== 'withdrawn'
  /** @throws what the person is told already. */
  async function judge(change: Partial<Pick<ListRow, 'verdict' | 'note'>>) {
    try {
      await judgeInTurn(list.id, row, change)
      onVerdict()
    } catch (error) {
      tell(errorText(error))
      // It is another by now than what is shown: another tab has changed it, or it may not be shown any more.
      if (error instanceof AskError && error.status === 409) {
        void showRows(list.id, $filter.get(), [pageOf(place)])
        onVerdict()
      }
      throw error
    }
  }
  const choose = (verdict: ListRow['verdict']) => judge({ verdict }).catch(() => {})
  return (
    <tr
      data-row={String(place)}
      aria-rowindex={place + 2}
      data-ask={AMBIGUOUS_OUTCOMES.has(row.outcome) || undefined}
      tabIndex={isAnswered ? 0 : -1}
      onKeyDown={event => {
        const { key, target, currentTarget } = event
        if (isCommand(event) || isTyped(target)) return
        const verdict = verdictOf(key)
        if (isAnswered && verdict) void choose(verdict)
        if (key === 'Enter' && target === currentTarget) currentTarget.querySelector('a')?.click()
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
        <BestPerson row={row} isOpen={isOpen} />
      </td>
      <td className="s">
        <RowSources list={list} keys={row.best?.source_keys ?? []} />
      </td>
      <td className="p num">{row.answered_at === null ? '' : formatCount(row.people)}</td>
      <td className="v">
        {isAnswered && (
          <fieldset className="seg no-print" aria-label={`Ваш вывод, строка ${row.n}`}>
            {VERDICTS_IN_ORDER.map(verdict => (
              <label key={verdict} data-chosen={row.verdict === verdict || undefined}>
                <input
                  type="radio"
                  name={`verdict-${row.n}`}
                  checked={row.verdict === verdict}
                  onChange={() => choose(verdict)}
                />
                {VERDICT_WORDS.person[verdict]}
              </label>
            ))}
          </fieldset>
        )}
        {isAnswered && row.verdict !== null && (
          <RowNote listId={list.id} row={row} onSave={note => judge({ note })} />
        )}
        {row.verdict !== null && (
          <span className={isAnswered ? 'print-only' : 'small'}>
            Ваш вывод: <b>{VERDICT_WORDS.person[row.verdict]}</b>
          </span>
        )}
        {!isAnswered && row.note !== null && <span className="note-of">{row.note}</span>}
      </td>
    </tr>
  )
})

function RowSources({ list, keys }: { list: List; keys: readonly string[] }) {
  const numbers = list.sources.flatMap(({ key }, place) => (keys.includes(key) ? place + 1 : []))
  const titles = list.sources.flatMap(({ key, title }) => (keys.includes(key) ? title : []))
  return <Cells numbers={numbers} state="yes" label={`Записи в источниках: ${titles.join(', ')}`} />
}

export const WaitingRow = ({ place }: { place: number }) => (
  <tr className="wait" tabIndex={-1} data-row={String(place)} aria-rowindex={place + 2}>
    <td className="n">{formatCount(place + 1)}</td>
    <td colSpan={5}>
      <Skeleton chars={24} />
    </td>
  </tr>
)
