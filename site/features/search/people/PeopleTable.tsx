import { useStore } from '@nanostores/react'
import { memo, type ReactNode, useRef } from 'react'
import type { Results } from '#site/features/search/records/results-view.ts'
import { whoText } from '#site/features/search/texts.ts'
import type { FilteredAnswer } from '#site/features/search/view.ts'
import {
  $here,
  $joined,
  $judged,
  $mayHaveVerdicts,
  $open,
  $picked,
  $view,
  changeView,
  clearView
} from '#site/features/search/view-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { BandHeading, Together } from './Headings.tsx'
import { linesOf } from './lines.ts'
import { nextOrder, type OrderKey } from './order.ts'
import { PersonRow } from './PersonRow.tsx'
import { $unfolded } from './people-store.ts'
import { HEADING, ROW, ROWS, TABLE } from './roles.ts'
import { useVirtualRows } from './virtual-rows.ts'

const OwnVerdicts = laterPart(async () => (await import('./Verdict.tsx')).OwnVerdicts)

interface PeopleTableProps {
  results: Results
  filtered: FilteredAnswer
}

/** Who was found, a row each; rows fold into lines where there is no room for a table. */
export const PeopleTable = memo(({ results, filtered }: PeopleTableProps) => {
  const unfolded = useStore($unfolded)
  const open = useStore($open)
  const picked = useStore($picked)
  const here = useStore($here)
  const mayHaveVerdicts = useStore($mayHaveVerdicts)
  const joined = useStore($joined)
  const judged = useStore($judged)
  const table = useRef<HTMLTableElement>(null)
  const lines = linesOf(filtered, joined, unfolded, here)
  const keys = lines.map(({ key }) => key)
  const rows = useVirtualRows(table, keys, key => key === here || picked.includes(key) || open.includes(key))
  const people = filtered.people.length
  const who = whoText(filtered.people)
  const searchId = results.answer.search_id
  if (people === 0) return <Nobody />

  const drawn: ReactNode[] = []
  let skippedFrom = -1
  const closeGap = (to: number) => {
    if (skippedFrom >= 0)
      drawn.push(
        <tbody key={`gap ${keys[skippedFrom]}`} aria-hidden="true">
          <tr>
            <td style={{ height: rows.heightOf(skippedFrom, to), padding: 0 }} />
          </tr>
        </tbody>
      )
    skippedFrom = -1
  }
  for (const [at, line] of lines.entries()) {
    if (!rows.isDrawn(at)) {
      if (skippedFrom < 0) skippedFrom = at
      continue
    }
    closeGap(at - 1)
    drawn.push(
      'group' in line ? (
        <BandHeading
          key={line.key}
          group={line.group}
          isFolded={line.isFolded}
          canFold={lines[0] !== line && !filtered.isNarrowed}
        />
      ) : 'together' in line ? (
        <Together key={line.key} searchId={searchId} people={line.together} />
      ) : (
        <PersonRow
          key={line.key}
          person={line.person}
          place={line.index + 2}
          results={results}
          isOpen={open.includes(line.key)}
          isPicked={picked.includes(line.key)}
          isHere={here === line.key}
          isJudged={judged.has(line.key) || (joined.has(line.key) && !line.isHeaded)}
          isHeaded={line.isHeaded}
          isJoined={joined.has(line.key)}
        />
      )
    )
  }
  closeGap(lines.length - 1)
  return (
    <SkipList count={people} label={`Пропустить список: ${who}`}>
      {mayHaveVerdicts && <Later part={OwnVerdicts} props={{ searchId }} />}
      <table
        {...TABLE}
        className="people"
        data-dense={filtered.groups ? '' : undefined}
        ref={table}
        aria-rowcount={people + 1}
      >
        <caption className="sr">Люди, найденные по запросу: {who}</caption>
        <Head />
        {drawn}
      </table>
    </SkipList>
  )
})

function Head() {
  return (
    <thead {...ROWS}>
      <tr {...ROW} aria-rowindex={1}>
        <th {...HEADING} scope="col">
          <span className="sr">Отметить</span>
        </th>
        <Sorted by="fit">Вывод</Sorted>
        <th {...HEADING} scope="col">
          Человек
        </th>
        <Sorted by="born">Родился</Sorted>
        <th {...HEADING} scope="col">
          С запросом
        </th>
        <Sorted by="sources">Источники</Sorted>
        <Sorted by="records">Записей</Sorted>
      </tr>
    </thead>
  )
}

function Sorted({ by, children }: { by: OrderKey; children: ReactNode }) {
  const { order } = useStore($view)
  const sort = order.by === by ? (order.isDown ? 'descending' : 'ascending') : undefined
  return (
    <th {...HEADING} scope="col" aria-sort={sort} className={by === 'records' ? 'num' : undefined}>
      <button type="button" className="sort" onClick={() => changeView({ order: nextOrder(order, by) })}>
        {children}
      </button>
    </th>
  )
}

const Nobody = () => (
  <Empty icon={IconListSearch} title="Под фильтр никто не подходит">
    <Button size="s" onClick={clearView}>
      Показать всех
    </Button>
  </Empty>
)
