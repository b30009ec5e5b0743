import { RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import { createPortionMaker } from '#api/db/seed/portion.ts'
import { PORTION_PEOPLE } from '#api/db/seed/segments.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { openBatch } from '#api/features/imports/store.ts'
import { addColumns, declareSource } from '#api/features/sources/service.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import type { EmptyStage } from './empty-stage.ts'
import { SEED } from './stage.ts'

/** Makes records first, then times an engine until it has stored them and they can be found. */
export async function timeReadyLoad(
  { database: { owner }, context: { book, engine, secrets } }: EmptyStage,
  people: number
): Promise<{ records: number; seconds: number }> {
  const sources = []
  const batches: number[] = []
  for (const { key, title, columns } of SEED_SOURCES) {
    const id = await declareSource(owner, key, { ...KIT_PASSPORT, title })
    sources.push({ key, columns: await owner.begin(tx => addColumns(tx, id, columns)) })
    batches.push((await openBatch(owner, id, 'ready', new Uint8Array([1]))).id)
  }
  await engine.open()
  const load = {
    sources: sources.map(({ key }) => key),
    expectedRecords: Math.round(people * RECORDS_PER_PERSON),
    isResumed: false,
    isProbablyNew: true
  }
  const writer = await book.openWriter(load, () => {})
  const setup = {
    sourceNumbers: writer.sourceNumbers,
    seed: SEED,
    suppressKey: secrets.suppress,
    suppressed: null
  }
  const make = await createPortionMaker({ ...setup, sources })
  const chunks = Array.from({ length: Math.ceil(people / PORTION_PEOPLE) }, (_, at) => {
    const from = at * PORTION_PEOPLE
    const { result } = make({ from, to: Math.min(people, from + PORTION_PEOPLE), batches })
    return result.encoded
  })
  const startedAt = performance.now()
  let records = 0
  for (const chunk of chunks)
    await writer.write(chunk, async (tx, written) => {
      for (const [key, { added }] of written) {
        records += added
        await tx`UPDATE source SET records = records + ${added} WHERE key = ${key}`
      }
    })
  await writer.commit()
  return { records, seconds: (performance.now() - startedAt) / 1000 }
}
