import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconFilter } from '#site/ui/icons/acts.ts'
import { Filters } from './Filters.tsx'
import { EVERY_ROW, isNarrowed } from './list-calls.ts'
import { Missing } from './Missing.tsx'
import type { ListPlace } from './place-memory.ts'
import { isLive } from './RowAnswer.tsx'
import { followRowKeys } from './row-keys.ts'
import { $failure, $filter, $rows } from './rows-store.ts'
import { TableRow, WaitingRow } from './TableRow.tsx'
import { ROWS_DRAWN, useRows } from './use-rows.ts'

const ARIA_SORTS = { none: 'none', outcome: 'ascending', outcome_desc: 'descending' } as const
const NEXT_SORTS = { none: 'outcome', outcome: 'outcome_desc', outcome_desc: null } as const

/** Of a narrow table; in one that has a column more the last cell is empty. */
const COLUMNS_AT_LEAST = 6

/** How often it is looked which answers are open still. */
const LOOK_MS = 15_000

interface RowsTableProps {
  list: List
  /** Where somebody comes back to. */
  place: ListPlace | null
  onVerdict(): void
}

/** The rows of a list: of ten thousand those near the window alone. */
export function RowsTable({ list, place, onVerdict }: RowsTableProps) {
  const wanted = useStore($filter)
  const { filter, total, at } = useStore($rows)
  const failure = useStore($failure)
  const now = useNow()
  const isNone = total === 0 && isNarrowed(filter)
  const body = useRef<HTMLTableSectionElement>(null)
  const { pieces, askAgain } = useRows(list, body, place)
  useEffect(() => (body.current ? followRowKeys(body.current) : undefined), [])

  return (
    <section className="stack" aria-label="Строки списка">
      <Filters list={list} filter={wanted} shown={filter} onChange={$filter.set} />
      {failure && <Missing text={failure} again={askAgain} />}
      {isNone && (
        <Empty icon={IconFilter} title="Ничего не подходит под фильтр" as="h2">
          <Button size="s" onClick={() => $filter.set(EVERY_ROW)}>
            Сбросить фильтр
          </Button>
        </Empty>
      )}
      {at.size < total && (
        <p className="print-only">
          Напечатано строк: {formatCount(at.size)} из {formatCount(total)}. Все строки печатает кнопка
          «Печать» на странице.
        </p>
      )}
      <div className="card flush roll" hidden={isNone}>
        <table className="table batch" aria-rowcount={total + 1} aria-label="Лучший человек по каждой строке">
          <thead>
            <tr>
              <th scope="col" className="n">
                №
              </th>
              <th scope="col" className="q">
                Строка, метка
              </th>
              <th scope="col" className="w" aria-sort={ARIA_SORTS[filter.sort ?? 'none']}>
                <button
                  className="sort"
                  type="button"
                  onClick={() => $filter.set({ ...wanted, sort: NEXT_SORTS[wanted.sort ?? 'none'] })}
                >
                  Вывод
                </button>
              </th>
              <th scope="col" className="r">
                Лучший человек
              </th>
              <th scope="col" className="s">
                Источники
              </th>
              <th scope="col" className="p num">
                Людей
              </th>
              <th scope="col" className="v">
                Ваш вывод
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {pieces.map(piece => {
              if ('height' in piece)
                return (
                  <tr key={`gap ${piece.gapFrom}`} data-gap>
                    <td colSpan={COLUMNS_AT_LEAST} style={{ height: piece.height, padding: 0 }} />
                  </tr>
                )
              const { index } = piece
              const row = at.get(index)
              return row ? (
                <TableRow
                  key={row.n}
                  list={list}
                  place={index}
                  row={row}
                  isOpen={isLive(row, now)}
                  onVerdict={onVerdict}
                />
              ) : (
                <WaitingRow key={`place ${index}`} place={index} />
              )
            })}
          </tbody>
        </table>
      </div>
      <ToRow total={total} />
    </section>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Goes to a row by its place, wherever it is. */
function ToRow({ total }: { total: number }) {
  if (total <= ROWS_DRAWN.whole) return null
  const go = (place: number) => {
    const rows = document.querySelector('.roll tbody')
    if (!rows || !(place >= 1 && place <= total)) return
    const { top, height } = rows.getBoundingClientRect()
    scrollTo({ top: scrollY + top + (height * (place - 1)) / total - innerHeight / 3 })
  }
  return (
    <div className="place no-print">
      <span>строк: {formatCount(total)}</span>
      <label>
        К строке
        <input
          className="input"
          type="number"
          min={1}
          max={total}
          onKeyDown={event => event.key === 'Enter' && go(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  )
}
