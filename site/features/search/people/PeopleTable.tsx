import { useStore } from '@nanostores/react'
import { type CSSProperties, memo, type ReactNode, useRef } from 'react'
import type { PersonCard } from '#shared/contracts/person.ts'
import { whoText } from '#shared/texts/who.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import type { FilteredAnswer } from '#site/features/search/view.ts'
import {
  $focusedPersonId,
  $joined,
  $judged,
  $mayHaveVerdicts,
  $open,
  $picked,
  $view,
  changeView,
  clearView
} from '#site/features/search/view-store.ts'
import { useVirtualRows, type VirtualRows } from '#site/lib/virtual-rows.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { BandHeading, Together } from './Headings.tsx'
import { type Line, linesOf } from './lines.ts'
import { nextOrder, type OrderKey } from './order.ts'
import { PersonRow } from './PersonRow.tsx'
import { $unfolded } from './people-store.ts'
import { HEADING, ROW, ROWS, TABLE } from './roles.ts'

const OwnVerdicts = laterPart(async () => (await import('./Verdict.tsx')).OwnVerdicts)

const ROWS_DRAWN: VirtualRows = { whole: 60, atFirst: 9, rowHeight: 64 }

interface PeopleTableProps {
  results: Results
  filtered: FilteredAnswer
}

/** Who was found, a row each; rows fold into lines where there is no room for a table. */
export const PeopleTable = memo(({ results, filtered }: PeopleTableProps) => {
  const unfolded = useStore($unfolded)
  const open = useStore($open)
  const picked = useStore($picked)
  const here = useStore($focusedPersonId)
  const mayHaveVerdicts = useStore($mayHaveVerdicts)
  const joined = useStore($joined)
  const judged = useStore($judged)
  const table = useRef<HTMLTableElement>(null)
  const lines = linesOf(filtered, joined, unfolded, here)
  const keys = lines.map(({ key }) => key)
  const isKept = (key: string) => key === here || picked.includes(key) || open.includes(key)
  const pieces = useVirtualRows(table, keys, isKept, ROWS_DRAWN)
  const people = filtered.people.length
  const who = whoText(filtered.people)
  const searchId = results.answer.search_id
  if (people === 0) return <Nobody />

  const drawLine = (line: Line, isFirst: boolean) =>
    'group' in line ? (
      <BandHeading
        key={line.key}
        group={line.group}
        isFolded={line.isFolded}
        isByText={line.isByText}
        canFold={!isFirst && !filtered.isNarrowed}
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
        isNamed={line.isNamed}
        isJoined={joined.has(line.key)}
      />
    )
  return (
    <SkipList count={people} label={`Пропустить список: ${who}`}>
      {mayHaveVerdicts && <Later part={OwnVerdicts} props={{ searchId }} />}
      <table
        {...TABLE}
        className="people"
        data-dense={filtered.groups ? '' : undefined}
        ref={table}
        aria-rowcount={people + 1}
        style={stripWidth(results, filtered.people)}
      >
        <caption className="sr">Люди, найденные по запросу: {who}</caption>
        <Head />
        {pieces.map(piece => {
          if ('height' in piece) return <Gap key={`gap ${keys[piece.gapFrom]}`} height={piece.height} />
          const line = lines[piece.index]
          return line && drawLine(line, piece.index === 0)
        })}
      </table>
    </SkipList>
  )
})

/** As wide as the longest strip needs: a box for each source that says something, a dot for each other. */
function stripWidth({ places }: Results, people: readonly PersonCard[]): CSSProperties {
  const silent = places.filter(({ state }) => state === 'unseen' || state === 'failed').length
  const boxes = Math.min(
    places.length,
    silent + people.reduce((most, { source_keys }) => Math.max(most, source_keys.length), 0)
  )
  return { '--boxes': boxes, '--dots': places.length - boxes } as CSSProperties
}

const Gap = ({ height }: { height: number }) => (
  <tbody aria-hidden="true" data-gap>
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  </tbody>
)

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
