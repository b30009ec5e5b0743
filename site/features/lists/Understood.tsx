import { useEffect, useState } from 'react'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { ROW_OUTCOMES } from '#shared/labels/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { EVERY_ROW, fetchRows, type RowsFilter, readAs } from './list-calls.ts'
import { withUsualDates } from './words.ts'

interface Shown {
  title: string
  filter: Partial<RowsFilter>
  count(list: List): number
}

const SHOWN: readonly Shown[] = [
  { title: 'Все', filter: {}, count: ({ rows }) => rows },
  { title: 'Посмотрите', filter: { isUnsure: true }, count: ({ unsure }) => unsure },
  { title: 'Повторы', filter: { outcomes: ['repeat'] }, count: ({ repeats }) => repeats },
  { title: 'Нечего искать', filter: { outcomes: ['skipped'] }, count: ({ skipped }) => skipped }
]

interface UnderstoodProps {
  list: List
  /** Another reading was chosen. */
  onChange(list: List): void
}

/** How the first lines of a draft were understood; what needs a look has its choice beside it. */
export function Understood({ list, onChange }: UnderstoodProps) {
  const [shown, setShown] = useState(SHOWN[0] as Shown)
  const [rows, setRows] = useState<readonly ListRow[]>([])
  useEffect(() => {
    let isOver = false
    fetchRows(list.id, { ...EVERY_ROW, ...shown.filter }, 0).then(
      page => !isOver && setRows(page.rows),
      error => tell(errorText(error))
    )
    return () => {
      isOver = true
    }
  }, [list.id, shown])
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
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <UnderstoodRow key={row.n} listId={list.id} row={row} onChange={onChange} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.count(list) > LIST_ROWS_SHOWN && (
        <p className="small soft">Показаны первые {LIST_ROWS_SHOWN} строк.</p>
      )}
    </section>
  )
}

interface RowProps extends Pick<UnderstoodProps, 'onChange'> {
  listId: string
  row: ListRow
}

function UnderstoodRow({ listId, row, onChange }: RowProps) {
  return (
    <tr data-ask={row.choices.length > 0 || undefined}>
      <td className="n">{formatCount(row.n)}</td>
      <th className="q" scope="row">
        {row.line || '—'}
        {row.label && <span className="tag">{row.label}</span>}
      </th>
      <td className="w">
        {row.choices.length > 0 ? (
          <Choice listId={listId} row={row} onChange={onChange} />
        ) : (
          <Meaning row={row} />
        )}
      </td>
    </tr>
  )
}

function Meaning({ row }: { row: ListRow }) {
  if (row.outcome === 'waiting') return <span className="soft">будет искаться</span>
  return (
    <>
      <Badge>{ROW_OUTCOMES[row.outcome]}</Badge>{' '}
      <span className="small soft">
        {row.repeat_of === null ? row.reason_text : `как строка ${formatCount(row.repeat_of)}`}
      </span>
    </>
  )
}

function Choice({ listId, row: { n, choices, reading }, onChange }: RowProps) {
  const [chosen, setChosen] = useState(reading?.value ?? '')
  async function choose(value: string) {
    setChosen(value)
    const choice = choices.find(each => each.value === value) ?? null
    await readAs(listId, n, choice).then(onChange, error => tell(errorText(error)))
  }
  return (
    <select
      className="input"
      aria-label={`Как читать строку ${n}`}
      value={chosen}
      onChange={event => choose(event.target.value)}
    >
      <option value="">Посмотрите: можно читать двояко</option>
      {choices.map(({ kind, label, value }) => (
        <option key={`${kind} ${value}`} value={value}>
          {label}: {withUsualDates(value)}
        </option>
      ))}
    </select>
  )
}
