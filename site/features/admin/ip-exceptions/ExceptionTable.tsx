import type { IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { IconPencil } from '#site/ui/icons/admin.ts'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deleteException } from './exceptions-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'IP-адрес' },
  { title: 'Название', hide: 'mid' },
  { title: 'Состояние', hide: 'mid' },
  { title: 'Описание', hide: 'mid' },
  { title: 'Создано', hide: 'mid' },
  { title: 'Кем', hide: 'mid' },
  { title: 'Действия', silent: true }
]

export const WaitingExceptions = () => <WaitingRows columns={COLUMNS} />

export const ExceptionTable = ({ rows }: { rows: readonly IpException[] }) =>
  rows.length === 0 ? (
    <Empty icon={IconShieldCheck} title="Исключений нет" as="h2">
      <p>Проверку безопасности проходят все.</p>
    </Empty>
  ) : (
    <SkipList count={rows.length} label="Пропустить список исключений">
      <Table columns={COLUMNS}>
        {rows.map(exception => (
          <ExceptionRow key={exception.id} exception={exception} />
        ))}
      </Table>
    </SkipList>
  )

const edit = (exception: IpException) =>
  openDialog(async () => {
    const { EditException } = await import('./ExceptionDialogs.tsx')
    return <EditException exception={exception} />
  })

const State = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge tone="moss">активно</Badge> : <Badge>неактивно</Badge>

function ExceptionRow({ exception }: { exception: IpException }) {
  const { ip_address, name, description, is_active, is_protected, created_at_str, created_by_username } =
    exception
  const author = created_by_username ?? (is_protected ? 'встроенный' : '—')
  return (
    <tr>
      <th scope="row">
        <code>{ip_address}</code>
        <small className="slim">
          <State isActive={is_active} /> {name}
          {description && `. ${description}`}. {created_at_str}, {author}
        </small>
      </th>
      <td className="mid">{name}</td>
      <td className="mid">
        <State isActive={is_active} />
      </td>
      <td className="mid soft">{description ?? '—'}</td>
      <td className="mid nowrap soft">{created_at_str}</td>
      <td className="mid soft">{author}</td>
      <td className="acts">
        <RowAct icon={IconPencil} label={`Изменить ${ip_address}`} onClick={() => edit(exception)} />
        {!is_protected && (
          <RowAct
            icon={IconTrash}
            label={`Удалить ${ip_address}`}
            onClick={() => deleteException(exception)}
          />
        )}
      </td>
    </tr>
  )
}
