import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef } from 'react'
import { LIST_ROWS_SHOWN } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { useVirtualRows, type VirtualRows } from '#site/lib/virtual-rows.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconFilter } from '#site/ui/icons/acts.ts'
import { Filters } from './Filters.tsx'
import { EVERY_ROW, isNarrowed } from './list-calls.ts'
import { $filter, $rows, needRows, showRows } from './rows-store.ts'
import { TableRow, WaitingRow } from './TableRow.tsx'

const ROWS_DRAWN: VirtualRows = { whole: 30, atFirst: 30, rowHeight: 64 }
const ARIA_SORTS = { none: 'none', outcome: 'ascending', outcome_desc: 'descending' } as const
const NEXT_SORTS = { none: 'outcome', outcome: 'outcome_desc', outcome_desc: null } as const

/** While a list runs its rows are asked for anew this often at most. */
const AGAIN_MS = 3_000

/** The rows of a list: of ten thousand those near the window alone. */
export function RowsTable({ list, onVerdict }: { list: List; onVerdict(): void }) {
  const filter = useStore($filter)
  const { total, at } = useStore($rows)
  const isNone = total === 0 && isNarrowed(filter)
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => Array.from({ length: total }, (_, place) => String(place)), [total])
  const pieces = useVirtualRows(body, keys, () => false, ROWS_DRAWN)
  // A running list is drawn anew with each event, and its rows are asked for anew every few of them.
  const step = list.state === 'running' ? Math.floor(Date.now() / AGAIN_MS) : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state or step means other rows
  useEffect(() => void showRows(list.id, filter), [list.id, filter, list.state, step])
  const wanted = pieces.flatMap(piece => ('index' in piece && !at.has(piece.index) ? piece.index : []))
  const wantedPages = [...new Set(wanted.map(place => place - (place % LIST_ROWS_SHOWN)))].join(' ')
  useEffect(() => {
    for (const page of wantedPages.split(' ')) if (page !== '') void needRows(list.id, filter, Number(page))
  }, [wantedPages, list.id, filter])

  return (
    <section className="stack" aria-label="Строки списка">
      <Filters list={list} filter={filter} onChange={$filter.set} />
      {isNone && (
        <Empty icon={IconFilter} title="Ничего не подходит под фильтр" as="h2">
          <Button size="s" onClick={() => $filter.set(EVERY_ROW)}>
            Сбросить фильтр
          </Button>
        </Empty>
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
                  onClick={() => $filter.set({ ...filter, sort: NEXT_SORTS[filter.sort ?? 'none'] })}
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
                    <td colSpan={7} style={{ height: piece.height, padding: 0 }} />
                  </tr>
                )
              const row = at.get(piece.index)
              return row ? (
                <TableRow key={piece.index} list={list} place={piece.index} row={row} onVerdict={onVerdict} />
              ) : (
                <WaitingRow key={piece.index} place={piece.index} />
              )
            })}
          </tbody>
        </table>
      </div>
      <ToRow total={total} />
    </section>
  )
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
