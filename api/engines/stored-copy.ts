import type { SQL } from 'bun'
import type { Load, Report, SearchEngine, SourceKey } from './contract.ts'
import { createEncoder } from './index.ts'
import { createIndexRecords, type IndexRecord, type RecordSource } from './index-record.ts'
import type { StoredRecord } from './stored-record.ts'

/** Writes stored records into an engine as they are, with all their versions. */
export interface StoredCopy {
  /** @param note Runs in the transaction that comes with the last of them. */
  write(records: readonly StoredRecord[], note?: (tx: SQL) => Promise<void>): Promise<void>
  /** Makes them findable, also after a failure. */
  finish(): Promise<void>
}

export async function openStoredCopy(
  target: SearchEngine,
  sources: readonly RecordSource[],
  suppressKey: string,
  load: Pick<Load, 'expectedRecords' | 'isResumed'>,
  report: Report
): Promise<StoredCopy> {
  const writer = await target.openWriter(
    {
      ...load,
      sources: sources.map(({ key }) => key),
      isProbablyNew: !load.isResumed,
      isMove: true
    },
    report
  )
  const recordOf = recordMaker(sources, suppressKey)
  const encoder = await createEncoder(writer.encoding)
  return {
    /** First the first version of every record, then the second of those that have one, and so on. */
    async write(records, note = async () => {}) {
      const layers = Math.max(1, ...records.map(({ versions }) => versions.length))
      for (let layer = 0; layer < layers; layer += 1) {
        for (const { source, rid, versions } of records) {
          const version = versions[layer]
          if (version) encoder.add(recordOf(source, rid, version.values), version.batchId)
        }
        await writer.write(encoder.take(), async tx => {
          if (layer === layers - 1) await note(tx)
        })
      }
    },
    finish: () => writer.commit()
  }
}

type MakeRecord = (source: SourceKey, rid: string, values: readonly string[]) => IndexRecord

/** Spellings and words are known from when the records came. */
function recordMaker(sources: readonly RecordSource[], suppressKey: string): MakeRecord {
  const makers = new Map(sources.map(source => [source.key, createIndexRecords(source, suppressKey)]))
  return (source, rid, values) => {
    const make = makers.get(source)
    if (!make) throw new Error('a record of no source')
    return { ...make(rid, values), names: [], organisationWords: [] }
  }
}
