import { useCallback, useEffect, useRef, useState } from 'react'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { EVERY_ROW, fetchRows, type RowsFilter } from '#site/features/lists/list-calls.ts'
import { errorText } from '#site/lib/ask.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { type DraftChange, UnderstoodRow } from './UnderstoodRow.tsx'

interface Shown {
  title: string
  filter: Partial<RowsFilter>
  count(list: List): number
  /** Whether it has a row still that was left out, or taken in; else it has all that came. */
  has?(isTaken: boolean): boolean
}

const SHOWN: readonly Shown[] = [
  { title: 'Все', filter: {}, count: ({ rows }) => rows },
  { title: 'Посмотрите', filter: { isUnsure: true }, count: ({ unsure }) => unsure, has: isTaken => isTaken },
  { title: 'Повторы', filter: { outcomes: ['repeat'] }, count: ({ repeats }) => repeats },
  {
    title: 'Не ищем',
    filter: { outcomes: ['skipped'] },
    count: ({ skipped }) => skipped,
    has: isTaken => !isTaken
  }
]

interface UnderstoodProps extends DraftChange {
  list: List
}

/** How lines of a draft were understood, and which are searched; what needs a look has its choice beside it. */
export function Understood({ list, onChange }: UnderstoodProps) {
  const [shown, setShown] = useState(SHOWN[0] as Shown)
  const [rows, setRows] = useState<readonly ListRow[]>([])
  /** What was pressed on this page, by the number of the row. */
  const [pressed, setPressed] = useState<ReadonlyMap<number, boolean>>(new Map())
  /** The filter that rows were last asked for by. */
  const lastFilter = useRef(shown)
  const isTaken = ({ n, repeat_of, reason }: ListRow) => pressed.get(repeat_of ?? n) ?? reason === null
  const more = useCallback(
    (before: readonly ListRow[], from: number) => {
      lastFilter.current = shown
      fetchRows(list.id, { ...EVERY_ROW, ...shown.filter }, from).then(
        page => lastFilter.current === shown && setRows([...before, ...page.rows]),
        error => tell(errorText(error))
      )
    },
    [list.id, shown]
  )
  useEffect(() => more([], 0), [more])
  const stillThere = rows.filter(row => shown.has?.(isTaken(row)) ?? true).length
  return (
    <section className="stack tight" aria-labelledby="understood">
      <h2 id="understood">Как поняты строки</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that filter are no fields of a form */}
      <div className="bands" role="group" aria-label="Какие строки показать">
        {SHOWN.filter(each => each === SHOWN[0] || each === shown || each.count(list) > 0).map(each => (
          <button key={each.title} type="button" aria-pressed={each === shown} onClick={() => setShown(each)}>
            {each.title} <b>{formatCount(each.count(list))}</b>
          </button>
        ))}
      </div>
      <div className="card flush">
        <table className="table batch" aria-labelledby="understood">
          <thead>
            <tr>
              <th scope="col">№</th>
              <th scope="col">Строка</th>
              <th scope="col">Как понята</th>
              <th scope="col">Поиск</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <UnderstoodRow
                key={row.n}
                listId={list.id}
                row={row}
                isTaken={isTaken(row)}
                onTake={(n, isWanted) => setPressed(before => new Map(before).set(n, isWanted))}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
      {stillThere < shown.count(list) && rows.length >= LIST_ROWS_SHOWN && (
        <div className="row">
          <Button size="s" onClick={() => more(rows, stillThere)}>
            Показать ещё
          </Button>
          <span className="small soft">Показано строк: {formatCount(rows.length)}</span>
        </div>
      )}
    </section>
  )
}
