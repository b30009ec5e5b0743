import type { SQL } from 'bun'
import type { RecordStore } from '#api/db/backup/outside-records.ts'
import type { SourceKey } from './contract.ts'
import { createIndexRecords, type IndexRecord, type RecordSource } from './index-record.ts'
import { createRecordEncoder } from './record-encoder.ts'
import type { StoredRecord } from './stored-record.ts'
import { openWriter } from './writer.ts'

/**
 * Restores records of a backup of an earlier version, which held them in a cluster.
 * @param suppressKey Key of the archive's subject keys.
 */
export const createRecordStore =
  (suppressKey: string, onProgress: (stored: number, total: number) => void): RecordStore =>
  async (tx, records) => {
    const sources = await tx<(RecordSource & { records: number })[]>`SELECT key, columns,
      records::float8 AS records FROM source WHERE NOT adopted`
    const total = sources.reduce((sum, source) => sum + source.records, 0)
    const write = await openStoredCopy(within(tx), sources, suppressKey, total)
    let stored = 0
    for await (const part of records) {
      await write(part)
      stored += part.length
      onProgress(stored, total)
    }
    const rows = await tx<{ key: SourceKey; records: number }[]>`UPDATE source SET records =
      (SELECT count(*) FROM rec WHERE src = source.id) WHERE NOT adopted RETURNING key, records::float8 AS records`
    return new Map(rows.map(row => [row.key, row.records]))
  }

/**
 * Copies records with all versions.
 * @param owner A database without records of these sources.
 */
async function openStoredCopy(
  owner: SQL,
  sources: readonly RecordSource[],
  suppressKey: string,
  expectedRecords: number
): Promise<(records: readonly StoredRecord[]) => Promise<void>> {
  const keys = sources.map(({ key }) => key)
  const writer = await openWriter(owner, {
    sources: keys,
    expectedRecords,
    isResumed: false,
    isProbablyNew: true
  })
  const recordOf = recordMaker(sources, suppressKey)
  const encoder = createRecordEncoder(writer.sourceNumbers)
  // All first versions, then all second ones, and so on.
  return async records => {
    const layers = Math.max(1, ...records.map(({ versions }) => versions.length))
    for (let layer = 0; layer < layers; layer += 1) {
      for (const { source, rid, versions } of records) {
        const version = versions[layer]
        if (version) encoder.add(recordOf(source, rid, version.values), version.batchId)
      }
      await writer.write(encoder.take(), async () => {})
    }
  }
}

/** Nested transactions become part of this one. */
const within = (tx: SQL): SQL =>
  new Proxy(tx, {
    get: (target, name) =>
      name === 'begin'
        ? (work: (part: SQL) => Promise<unknown>) => (target as SQL & Savepoints).savepoint(work)
        : Reflect.get(target, name)
  })

interface Savepoints {
  savepoint<T>(work: (part: SQL) => Promise<T>): Promise<T>
}

type MakeRecord = (source: SourceKey, rid: string, values: readonly string[]) => IndexRecord

/** Spellings are known already. */
function recordMaker(sources: readonly RecordSource[], suppressKey: string): MakeRecord {
  const makers = new Map(sources.map(source => [source.key, createIndexRecords(source, suppressKey)]))
  return (source, rid, values) => {
    const make = makers.get(source)
    if (!make) throw new Error('a record of no source')
    return { ...make(rid, values), names: [], organisationWords: [] }
  }
}
