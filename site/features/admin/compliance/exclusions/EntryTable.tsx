import type { Suppression } from '#shared/contracts/admin/suppressions.ts'
import { SUPPRESSION_STATES } from '#shared/labels/suppressions.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { IconRefresh, IconTrash } from '#site/ui/icons/acts.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Что исключено' },
  { title: 'Причина', hide: 'mid' },
  { title: 'Обращение', hide: 'mid' },
  { title: 'Добавлено', hide: 'mid' },
  { title: 'Состояние', hide: 'mid' },
  { title: 'Действия', silent: true }
]

export const WaitingEntries = () => <WaitingRows columns={COLUMNS} />

export const EntryTable = ({ rows }: { rows: readonly Suppression[] }) => (
  <SkipList count={rows.length} label="Пропустить список исключений">
    <Table columns={COLUMNS}>
      {rows.map(entry => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </Table>
  </SkipList>
)

const TONES = { active: 'moss', provisional: 'ochre', expired: undefined, lifted: undefined } as const

const lift = (entry: Suppression) =>
  openDialog(async () => {
    const { LiftDialog } = await import('./EntryDialogs.tsx')
    return <LiftDialog entry={entry} />
  })
const erase = (entry: Suppression) =>
  openDialog(async () => {
    const { EraseDialog } = await import('./EntryDialogs.tsx')
    return <EraseDialog entry={entry} />
  })

function State({ entry }: { entry: Suppression }) {
  const { state, is_erasing, erased_at_str, expires_at_str } = entry
  return (
    <>
      <Badge tone={TONES[state]}>{SUPPRESSION_STATES[state]}</Badge>
      {is_erasing && <small> записи удаляются</small>}
      {erased_at_str && <small> записи удалены {erased_at_str}</small>}
      {state === 'active' && expires_at_str && <small> по {expires_at_str}</small>}
    </>
  )
}

function EntryRow({ entry }: { entry: Suppression }) {
  const { kind_label, token, values, reason, request, state, added_at_str, added_by, lifted_at_str } = entry
  const { lifted_by, lift_reason } = entry
  const isInForce = state === 'active' || state === 'provisional'
  const requestText = request ?? 'без обращения'
  return (
    <tr>
      <th scope="row">
        {kind_label} <code>{token}</code>
        {values > 1 && <small> и {values - 1} других написаний</small>}
        {lift_reason && (
          <small>
            <br />
            Снято {lifted_at_str}
            {lifted_by && `, ${lifted_by}`}: {lift_reason}
          </small>
        )}
        <small className="slim">
          <State entry={entry} /> {reason}, {requestText}. {added_at_str}
          {added_by && `, ${added_by}`}
        </small>
      </th>
      <td className="mid">{reason}</td>
      <td className="mid">{requestText}</td>
      <td className="mid nowrap soft">
        {added_at_str}
        {added_by && (
          <>
            <br />
            <small>{added_by}</small>
          </>
        )}
      </td>
      <td className="mid">
        <State entry={entry} />
      </td>
      <td className="acts">
        {isInForce && (
          <>
            <RowAct
              icon={IconTrash}
              label={`Удалить записи по исключению ${token}`}
              onClick={() => erase(entry)}
            />
            <RowAct icon={IconRefresh} label={`Снять исключение ${token}`} onClick={() => lift(entry)} />
          </>
        )}
      </td>
    </tr>
  )
}
