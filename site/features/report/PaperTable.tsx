/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { ReactNode } from 'react'

interface PaperTableProps {
  label: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table that a phone folds into lines and paper keeps; the first cell of a row names it. Roles are written out, since folding loses them. */
export const PaperTable = ({ label, columns, rows }: PaperTableProps) => (
  <table role="table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(column => (
          <th role="columnheader" scope="col" key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map(({ key, cells: [head, ...cells] }) => (
        <tr role="row" key={key}>
          <th role="rowheader" scope="row">
            {head}
          </th>
          {cells.map((cell, at) => (
            <td role="cell" key={columns[at + 1]} data-l={columns[at + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
