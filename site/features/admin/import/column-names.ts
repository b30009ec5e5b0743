import type { ImportPreview, PreviewColumn } from '#shared/contracts/imports.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { $corrections, apply } from './order-store.ts'

/** Whether somebody may want another name for a column: the source does not have it so, or nobody has called it anything. */
export function isNameable(column: PreviewColumn, { source_columns, header_line, format }: ImportPreview) {
  const isHeadless = header_line === null && !namesOwnColumns(format)
  const isForeign = source_columns.length > 0 && !source_columns.includes(column.label)
  return isHeadless || isForeign || column.label !== column.found
}

/**
 * Gives a column another name; the column that has it already takes the former one in exchange. What was corrected of them
 * goes with the names, but for kinds of columns that the source has: it knows them.
 */
export function changeName({ found, label }: PreviewColumn, next: string, preview: ImportPreview) {
  const { names, columns, parties, drop, id, ...rest } = $corrections.get()
  if (next === label || next === '') return
  const holder = preview.columns.find(column => column.label === next)
  const renamed = (name: string) => (name === label ? next : name === next ? label : name)
  const isOpen = ([name]: [string, unknown]) =>
    ![label, next].includes(name) || !preview.source_columns.includes(name)
  const underNewNames = <T>(byName: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(byName)
        .map(([name, value]): [string, T] => [renamed(name), value])
        .filter(isOpen)
    )
  const nextNames = { ...names, [found]: next, ...(holder && { [holder.found]: label }) }
  return apply({
    ...rest,
    names: Object.fromEntries(Object.entries(nextNames).filter(([from, to]) => from !== to)),
    columns: underNewNames(columns),
    parties: underNewNames(parties),
    drop: drop.map(renamed),
    id: id && renamed(id)
  })
}
