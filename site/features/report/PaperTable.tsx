/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { ReactNode } from 'react'

interface PaperColumn {
  title: string
  /** Of the width, in per cent: a value of any length breaks in its column and moves no other off the sheet. */
  share: number
}

interface PaperTableProps {
  label: string
  columns: readonly PaperColumn[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table that a phone folds into lines and paper keeps; the first cell of a row names it. Roles are written out, since folding loses them. */
export const PaperTable = ({ label, columns, rows }: PaperTableProps) => (
  <table role="table" aria-label={label}>
    <colgroup>
      {columns.map(({ title, share }) => (
        <col key={title} style={{ inlineSize: `${share}%` }} />
      ))}
    </colgroup>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title }) => (
          <th role="columnheader" scope="col" key={title}>
            {title}
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
            <td role="cell" key={columns[at + 1]?.title} data-l={columns[at + 1]?.title}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
