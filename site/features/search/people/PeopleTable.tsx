import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count } from '#site/features/search/texts.ts'
import type { BandGroup, Shown } from '#site/features/search/view.ts'
import {
  $here,
  $isJudged,
  $joined,
  $open,
  $picked,
  $view,
  changeView,
  clearView
} from '#site/features/search/view-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Band, bandText, MARKS } from './bands.ts'
import { nextOrder, type OrderKey } from './order.ts'
import { PersonRow } from './PersonRow.tsx'
import { $unfolded, toggleBand } from './people-store.ts'
import { CELL, HEADING, ROW, ROWS, TABLE } from './roles.ts'
import { useVirtualRows } from './virtual-rows.ts'

interface PeopleTableProps {
  results: Results
  shown: Shown
}

/** A line of the table: somebody, or the heading of a group. */
type Line =
  | { key: string; person: Person; index: number }
  | { key: string; group: BandGroup; isFolded: boolean }

/** Who was found, a row each; rows fold into lines where there is no room for a table. */
export function PeopleTable({ results, shown }: PeopleTableProps) {
  const unfolded = useStore($unfolded)
  const open = useStore($open)
  const picked = useStore($picked)
  const here = useStore($here)
  const isJudged = useStore($isJudged)
  const joined = useStore($joined)
  const table = useRef<HTMLTableElement>(null)
  const lines = linesOf(shown, unfolded, here)
  const keys = lines.map(({ key }) => key)
  const rows = useVirtualRows(table, keys, key => key === here || picked.includes(key) || open.includes(key))
  const people = shown.people.length
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
          canFold={lines[0] !== line && !shown.isNarrowed}
        />
      ) : (
        <PersonRow
          key={line.key}
          person={line.person}
          place={line.index + 2}
          results={results}
          isOpen={open.includes(line.key)}
          isPicked={picked.includes(line.key)}
          isHere={here === line.key}
          isJudged={isJudged}
          isJoined={joined.has(line.key)}
        />
      )
    )
  }
  closeGap(lines.length - 1)
  return (
    <SkipList count={people} label={`Пропустить список: ${count(people, 'person')}`}>
      <table
        {...TABLE}
        className="people"
        data-dense={shown.groups ? '' : undefined}
        ref={table}
        aria-rowcount={people + 1}
      >
        <caption className="sr">Люди, найденные по запросу: {count(people, 'person')}</caption>
        <Head />
        {drawn}
      </table>
    </SkipList>
  )
}

function linesOf(
  { people, groups, isNarrowed }: Shown,
  unfolded: readonly Band[],
  here: string | null
): Line[] {
  const place = new Map(people.map((person, index) => [person, index]))
  const line = (person: Person): Line => ({ key: person.id, person, index: place.get(person) ?? 0 })
  if (!groups) return people.map(line)
  return groups.flatMap((group, at): Line[] => {
    const isWeak = at > 0 && group.band !== 'probable'
    const isFolded =
      isWeak && !isNarrowed && !unfolded.includes(group.band) && !group.people.some(({ id }) => id === here)
    // The pressed button above says what a heading of everybody would.
    const heading = groups.length > 1 ? [{ key: `band ${group.band}`, group, isFolded }] : []
    return [...heading, ...(isFolded ? [] : group.people.map(line))]
  })
}

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

interface BandHeadingProps {
  group: BandGroup
  isFolded: boolean
  canFold: boolean
}

const BandHeading = ({ group: { band, people }, isFolded, canFold }: BandHeadingProps) => (
  <tbody {...ROWS} data-row={`band ${band}`}>
    <tr {...ROW} className="bandrow">
      <th {...CELL} scope="colgroup" colSpan={7}>
        <span className="row apart">
          <span>
            <span className="match" data-match={MARKS[band]}>
              {bandText(band, true)}
            </span>{' '}
            <b>{people.length}</b>
          </span>
          {canFold && band !== 'probable' && (
            <Button kind="quiet" size="s" aria-expanded={!isFolded} onClick={() => toggleBand(band)}>
              {isFolded ? `Показать: ${people.length}` : 'Свернуть'}
              <span className="sr">: {bandText(band, true)}</span>
            </Button>
          )}
        </span>
      </th>
    </tr>
  </tbody>
)

const Nobody = () => (
  <Empty icon={IconListSearch} title="Под фильтр никто не подходит">
    <Button size="s" onClick={clearView}>
      Показать всех
    </Button>
  </Empty>
)
