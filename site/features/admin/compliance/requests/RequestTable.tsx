/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { RequestRow } from '#shared/contracts/admin/subject-requests.ts'
import { REQUEST_STATES, WANTS } from '#shared/labels/subject-requests.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import { type Column, Table } from '#site/ui/Table.tsx'
import { aboutText, clockText, toneOf } from './request-words.ts'
import { openRequest } from './requests-store.ts'

const COLUMNS: Column[] = [
  ...['Обращение', 'Чего просят', 'Получено', 'Осталось', 'Состояние'].map(title => ({ title })),
  { title: 'Действия', silent: true }
]

export const RequestTable = ({ rows }: { rows: readonly RequestRow[] }) =>
  rows.length === 0 ? (
    <Empty icon={IconShieldCheck} title="Таких обращений нет" />
  ) : (
    <Table folds columns={COLUMNS} label="Обращения">
      {rows.map(row => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  )

function Row({ row }: { row: RequestRow }) {
  const { id, number, want, state, created_at_str, is_unsent } = row
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {number}
        <small className="note-of">{aboutText(row)}</small>
      </th>
      <td role="cell" data-l="Чего просят">
        {WANTS[want]}
      </td>
      <td role="cell" data-l="Получено" className="nowrap">
        {created_at_str.slice(0, 10)}
      </td>
      <td role="cell" data-l="Осталось">
        {clockText(row)}
      </td>
      <td role="cell" data-l="Состояние">
        <Badge tone={toneOf(row)}>{REQUEST_STATES[state]}</Badge>{' '}
        {is_unsent && <Badge tone="red">ответ не отправлен</Badge>}
      </td>
      <td role="cell" className="acts">
        <Button size="s" aria-label={`Открыть ${number}`} onClick={() => openRequest(id)}>
          Открыть
        </Button>
      </td>
    </tr>
  )
}
