import { useStore } from '@nanostores/react'
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { counted, formatCount, RECORDS } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { $busyIndex, deleteIndex, disableIndex, enableIndex } from './index-acts.ts'
import { sourceHref } from './index-links.ts'
import { $indexSort, type IndexOrder, inOrder, sortIndices } from './index-order.ts'
import { indices } from './indices-store.ts'
import { PassportBadge, PassportBadges, PassportNote } from './PassportBadges.tsx'

const COLUMNS: readonly (Column & { order?: IndexOrder })[] = [
  { title: 'Индекс', lead: true, order: 'title' },
  { title: 'Записей', num: true, hide: 'mid', order: 'records' },
  { title: 'Паспорт источника', hide: 'mid', order: 'passport' },
  { title: 'Действия', silent: true }
]

interface IndexListProps {
  title: string
  /** Said in place of a table without rows. */
  empty: string
  /** Nothing while they are being asked for. */
  rows: readonly IndexView[] | undefined
}

export function IndexList({ title, empty, rows }: IndexListProps) {
  const sort = useStore($indexSort)
  const columns = COLUMNS.map(({ order, ...column }) => ({
    ...column,
    ...(order && { onSort: () => sortIndices(order) }),
    ...(sort.by === order && { sort: sort.down ? ('descending' as const) : ('ascending' as const) })
  }))
  return (
    <Card
      flush
      title={title}
      action={<span className="small muted">{rows ? formatCount(rows.length) : ''}</span>}
    >
      {rows?.length === 0 ? (
        <p className="pager">{empty}</p>
      ) : (
        <Table columns={columns} label={title} busy={!rows}>
          {rows ? inOrder(rows, sort).map(index => <IndexRow key={index.name} index={index} />) : WAITING}
        </Table>
      )}
    </Card>
  )
}

function IndexRow({ index }: { index: IndexView }) {
  const { name, title, status, records, loading } = index
  const busyName = useStore($busyIndex)
  const isBusy = busyName === name
  return (
    <tr>
      <th scope="row">
        <a href={sourceHref(name)}>{title}</a>
        <br />
        <code className="soft">{name}</code> {loading && <Badge tone="petrol">идёт загрузка</Badge>}
        <small className="slim">
          <span className="row tight">
            {counted(records, RECORDS)}
            <PassportBadge index={index} />
          </span>
          <PassportNote index={index} />
        </small>
      </th>
      <td className="num mid">{formatCount(records)}</td>
      <td className="mid">
        <PassportBadges index={index} />
        <PassportNote index={index} />
      </td>
      <td className="acts">
        {status === 'active' ? (
          <Button
            kind="quiet"
            size="s"
            busy={isBusy}
            aria-label={`Отключить индекс ${name}`}
            onClick={() => disableIndex(index, indices.refresh)}
          >
            Отключить
          </Button>
        ) : (
          <Button
            kind="quiet"
            size="s"
            busy={isBusy}
            aria-label={`Включить индекс ${name}`}
            onClick={() => enableIndex(index, indices.refresh)}
          >
            Включить
          </Button>
        )}
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Удалить индекс ${name}`}
          disabled={isBusy}
          onClick={() => deleteIndex(index, indices.refresh)}
        >
          <Icon of={IconTrash} />
        </Button>
      </td>
    </tr>
  )
}

const WAITING = [16, 22, 19].map(chars => (
  <tr key={chars}>
    <td>
      <Skeleton chars={chars} />
      <br />
      <Skeleton chars={14} />
      <small className="slim">
        <Skeleton chars={20} />
      </small>
    </td>
    <td className="num mid">
      <Skeleton chars={7} />
    </td>
    <td className="mid">
      <Skeleton chars={24} />
    </td>
    <td className="acts" />
  </tr>
))
