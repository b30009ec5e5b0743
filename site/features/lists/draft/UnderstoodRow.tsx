import { useState } from 'react'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES } from '#shared/labels/lists.ts'
import { setRowReading, setRowUse } from '#site/features/lists/list-calls.ts'
import { withUsualDates } from '#site/features/lists/words.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'

export interface DraftChange {
  /** @returns false where it could not be, which the person is told. */
  onChange(call: () => Promise<List>): Promise<boolean>
}

interface RowProps extends DraftChange {
  listId: string
  row: ListRow
  /** Whether it is searched; a repeat is where the row is that it repeats. */
  isTaken: boolean
  /** Shows at once that it is left out, or taken in again. */
  onTake(n: number, isTaken: boolean): void
}

/** How a row of a draft was understood, and whether it is searched. */
export function UnderstoodRow({ listId, row, isTaken, onTake, onChange }: RowProps) {
  const { n, line, label, choices, repeat_of } = row
  const isOffered = row.outcome === 'waiting' || row.reason === 'NOT_USED'
  const hasBox = isOffered && repeat_of === null
  async function take(isWanted: boolean) {
    onTake(n, isWanted)
    if (!(await onChange(() => setRowUse(listId, n, isWanted)))) onTake(n, !isWanted)
  }
  return (
    <tr data-ask={(choices.length > 0 && isTaken) || undefined} data-off={!isTaken || undefined}>
      <td className="n">{formatCount(n)}</td>
      <th className="q" scope="row">
        {line || '—'}
        {label && <span className="tag">{label}</span>}
      </th>
      <td className="w">
        {hasBox && isTaken && choices.length > 0 ? (
          <Choice listId={listId} row={row} onChange={onChange} />
        ) : (
          <Meaning row={row} isTaken={isTaken} />
        )}
      </td>
      <td className="set">
        {hasBox && (
          <label className="check">
            <input
              type="checkbox"
              aria-label={`Искать строку ${n}`}
              checked={isTaken}
              onChange={event => take(event.target.checked)}
            />
            <span>Искать</span>
          </label>
        )}
      </td>
    </tr>
  )
}

function Meaning({
  row: { outcome, repeat_of, reason, reason_text },
  isTaken
}: Pick<RowProps, 'row' | 'isTaken'>) {
  if (repeat_of !== null)
    return (
      <>
        <Badge>{ROW_OUTCOMES[outcome]}</Badge>{' '}
        <span className="small soft">
          строки {formatCount(repeat_of)}: {isTaken ? 'второй раз не ищем' : 'её вы убрали'}
        </span>
      </>
    )
  if (outcome === 'waiting' || reason === 'NOT_USED')
    return <span className="soft">{isTaken ? 'будет искаться' : 'убрана вами'}</span>
  return (
    <>
      <Badge>{ROW_OUTCOMES[outcome]}</Badge> <span className="small soft">{reason_text}</span>
    </>
  )
}

function Choice({
  listId,
  row: { n, choices, reading },
  onChange
}: Pick<RowProps, 'listId' | 'row' | 'onChange'>) {
  const [chosen, setChosen] = useState(reading?.value ?? '')
  async function choose(value: string) {
    setChosen(value)
    const choice = choices.find(each => each.value === value) ?? null
    if (!(await onChange(() => setRowReading(listId, n, choice)))) setChosen(chosen)
  }
  return (
    <select
      className="input"
      aria-label={`Как читать строку ${n}`}
      value={chosen}
      onChange={event => choose(event.target.value)}
    >
      <option value="">Можно понять по-разному: выберите</option>
      {choices.map(({ kind, label, value }) => (
        <option key={`${kind} ${value}`} value={value}>
          {label}: {withUsualDates(value)}
        </option>
      ))}
    </select>
  )
}
