import type { SQL } from 'bun'
import type { SourceColumn } from '#api/book/index-record.ts'
import type { ChunkTask } from '#api/features/imports/chunk.ts'
import type { Table } from '#api/features/imports/files/reader.ts'
import { addColumns, type LoadedSource } from '#api/features/sources/service.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { checkMappedLabels, type MappedColumn, type MappingRules, mapColumn } from './mapping.ts'

type CurrentRules = Pick<ChunkTask, 'rules' | 'revision'>

/** Columns may appear while the file is read. */
interface ColumnRules {
  /** Includes columns that appeared since the last call. */
  current(): Promise<CurrentRules>
  mapped: readonly MappedColumn[]
  ofSource(): readonly SourceColumn[]
}

export function createColumnRules(
  owner: SQL,
  source: LoadedSource,
  { table, options, batchId }: { table: Table; options: Pick<MappingRules, 'map' | 'id'>; batchId: number }
): ColumnRules {
  const mapped: MappedColumn[] = []
  let sourceColumns = source.columns
  let latest: CurrentRules | undefined

  return {
    mapped,
    ofSource: () => sourceColumns,

    async current() {
      if (latest && mapped.length === table.labels.length) return latest
      const mapping: MappingRules = { ...options, existing: sourceColumns, fields: source.fields }
      if (!namesOwnColumns(table.format)) checkMappedLabels(table.labels, mapping)
      for (const label of table.labels.slice(mapped.length))
        mapped.push(mapColumn(label, mapping, table.sample))
      const stored = mapped.flatMap(({ label, kind, party, evidence, dropped }) => {
        if (dropped) return []
        const column = { label, kind, ...(party && { party }) }
        return [evidence === 'map' ? column : { ...column, guessedBy: batchId }]
      })
      sourceColumns = await owner.begin(tx => addColumns(tx, source.id, stored))
      const rules = {
        source: { key: source.key, columns: sourceColumns },
        batchId,
        columns: [...mapped],
        format: table.format,
        names: table.names,
        id: options.id
      }
      latest = { rules, revision: mapped.length }
      return latest
    }
  }
}
