import { Skeleton } from '#site/ui/Skeleton.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'

const WAITING = [14, 10, 18, 12, 16, 9]

/** Rows that hold the place of those to come. */
export const WaitingRows = ({ columns }: { columns: readonly Column[] }) => (
  <Table columns={columns} busy>
    {WAITING.map(chars => (
      <tr key={chars}>
        {columns.map(({ title, num, hide, silent }) => (
          <td key={title} className={[num && 'num', hide].filter(Boolean).join(' ')}>
            {!silent && <Skeleton chars={num ? 5 : chars} />}
          </td>
        ))}
      </tr>
    ))}
  </Table>
)
