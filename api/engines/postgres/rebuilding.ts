import type { SQL } from 'bun'
import { countRecords } from '#api/book/reading.ts'
import type { Rebuilding, RebuiltIndex } from '#api/engines/contract.ts'
import { noteBuilding, switchIndex, unmarkLeaving, withRebuildLock } from '#api/engines/index-state.ts'
import { SEARCH_INDEXES } from './indexes.ts'

/** @param owner Runs each statement outside a transaction. */
export const rebuildIndexes = (owner: SQL, rebuilding: Rebuilding): Promise<RebuiltIndex> =>
  withRebuildLock(owner, () => build(owner, rebuilding))

async function build(owner: SQL, { report }: Rebuilding): Promise<RebuiltIndex> {
  const [state] = await owner<{ engine: string }[]>`SELECT engine FROM search_index`
  if (state?.engine !== 'postgres') await noteBuilding(owner, 'postgres', null)
  await unmarkLeaving(owner, 'postgres')
  const connection = await owner.reserve()
  try {
    await connection`SET statement_timeout = 0`
    // An interrupted build leaves an invalid index, which every load would maintain.
    const broken = await connection<
      { name: string }[]
    >`SELECT indexrelid::regclass::text AS name FROM pg_index
      WHERE indrelid = 'rec'::regclass AND NOT indisvalid`
    for (const { name } of broken) await connection.unsafe(`DROP INDEX CONCURRENTLY ${name}`)
    for (const [at, { name, definition }] of SEARCH_INDEXES.entries()) {
      const [index] = await connection<
        { isThere: boolean }[]
      >`SELECT to_regclass(${name}) IS NOT NULL AS "isThere"`
      report(`Строю индекс ${name} (${at + 1} из ${SEARCH_INDEXES.length})`)
      if (index?.isThere) await connection.unsafe(`REINDEX INDEX CONCURRENTLY ${name}`)
      else await connection.unsafe(`CREATE INDEX CONCURRENTLY ${name} ${definition}`)
    }
    await connection`ANALYZE rec`
  } finally {
    await connection`RESET statement_timeout`.catch(() => {})
    connection.release()
  }
  return await owner.begin(async tx => {
    if (state?.engine !== 'postgres') await switchIndex(tx, 'postgres', null)
    return { records: await countRecords(tx) }
  })
}
