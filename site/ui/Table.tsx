/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { ReactNode } from 'react'

export interface Column {
  title: string
  /** Figures stand at the end of their cell. */
  num?: boolean
  /** The widest, where there is room. */
  lead?: boolean
  /** `mid` goes under 52rem of the card's width, `low` under 34rem. */
  hide?: 'mid' | 'low'
  /** The title is for readers only (a column of buttons). */
  silent?: boolean
  sort?: 'ascending' | 'descending'
  /** Makes the head a button that sorts. */
  onSort?: () => void
}

interface TableProps {
  columns: readonly Column[]
  label?: string
  /** The id of the heading that names it. */
  labelledBy?: string
  busy?: boolean
  /** On a phone a row becomes a card whose cells say their titles (`data-l`). */
  folds?: boolean
  children: ReactNode
}

/** A plain table; the rows are the caller's, with the same classes in the cells. */
export const Table = ({ columns, label, labelledBy, busy, folds, children }: TableProps) => (
  <table
    className={folds ? 'table folds' : 'table'}
    role="table"
    aria-label={label}
    aria-labelledby={labelledBy}
    aria-busy={busy || undefined}
  >
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(column => (
          <th
            role="columnheader"
            scope="col"
            key={column.title}
            className={
              [column.num && 'num', column.lead && 'lead', column.hide].filter(Boolean).join(' ') || undefined
            }
            aria-sort={column.sort}
          >
            <Title column={column} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
  </table>
)

function Title({ column: { title, silent, onSort } }: { column: Column }) {
  if (silent) return <span className="sr">{title}</span>
  if (!onSort) return title
  return (
    <button className="sort" type="button" onClick={onSort}>
      {title}
    </button>
  )
}
