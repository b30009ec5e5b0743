import { ImportError } from '#api/features/imports/import-error.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { safeColumnName } from '#shared/rules/column-name.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { type ColumnNames, checkLabels, nameOf } from './column-names.ts'
import { LABEL_MAX_CHARS } from './csv.ts'
import type { Table } from './table.ts'

/** Renames columns. @throws ImportError for a missing column or repeated name. */
export function namedTable(table: Table, namesByLabel: ColumnNames): Table {
  const names = Object.fromEntries(
    Object.entries(namesByLabel).map(([label, name]) => [label, checkedName(name)])
  )
  const named = (labels: readonly string[]) => {
    const all = labels.map(label => nameOf(names, label))
    const twice = all.find((name, at) => all.indexOf(name) !== at)
    if (twice !== undefined)
      throw new ImportError(`Двум колонкам файла дано одно название ${quoted(twice)}. Дайте им разные.`)
    return all
  }
  const sample = new Map([...table.sample].map(([label, values]) => [nameOf(names, label), values]))
  if (namesOwnColumns(table.format)) return { ...table, names, labels: named(table.labels), sample }
  return {
    ...table,
    names,
    sample,
    /** Some headers are read with the first row. */
    get labels() {
      if (table.labels.length > 0) checkLabels(table.labels, Object.keys(names))
      return named(table.labels)
    }
  }
}

/** By index; empty names are kept. */
export function namesByPlace(labels: readonly string[], newNames: readonly string[]): ColumnNames {
  if (labels.length !== newNames.length)
    throw new ImportError(
      `Названий ${newNames.length}, а колонок в файле ${labels.length}: ${quotedList(labels)}.`
    )
  const named = labels.map((label, at) => [label, newNames[at]?.trim() || label])
  return Object.fromEntries(named.filter(([label, name]) => label !== name))
}

function checkedName(name: string): string {
  const plain = name.replace(/[\s\0]+/gu, ' ').trim()
  if (plain !== '' && plain.length <= LABEL_MAX_CHARS) return safeColumnName(plain)
  throw new ImportError(`Название колонки: от 1 до ${LABEL_MAX_CHARS} символов.`)
}
