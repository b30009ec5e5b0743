import { useStore } from '@nanostores/react'
import type { LedgerAnswer } from '#shared/contracts/admin/users.ts'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { ledger } from './user-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Движение' },
  { title: 'Когда', hide: 'mid' },
  { title: 'Изменение', num: true },
  { title: 'Баланс', num: true }
]

/** Every movement of the balance, newest first. */
export function Ledger() {
  const load = useStore(ledger.$load)
  return (
    <Card flush title="Журнал баланса">
      {load.step === 'loading' && <WaitingRows columns={COLUMNS} />}
      {load.step === 'failed' && <Failure text={load.text} onRetry={ledger.load} />}
      {load.step === 'ready' && <Movements {...load.data} />}
    </Card>
  )
}

const signed = (delta: number) => `${delta > 0 ? '+' : '−'}${formatCount(Math.abs(delta))}`

function Movements({ rows, total }: LedgerAnswer) {
  const { page } = useStore(ledger.$filter)
  if (total === 0) return <p className="pad soft">Движений ещё не было.</p>
  return (
    <>
      <SkipList count={rows.length} label="Пропустить журнал баланса">
        <Table columns={COLUMNS}>
          {rows.map(({ id, title, at_str, delta, balance }) => (
            <tr key={id}>
              <th scope="row">
                {title}
                <small className="slim">{at_str}</small>
              </th>
              <td className="mid nowrap soft">{at_str}</td>
              <td className="num">{signed(delta)}</td>
              <td className="num">{formatCount(balance)}</td>
            </tr>
          ))}
        </Table>
      </SkipList>
      <ListPager
        rows={rows.length}
        total={total}
        page={page}
        onPage={next => ledger.filter({ page: next })}
      />
    </>
  )
}
