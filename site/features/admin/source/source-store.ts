import { atom } from 'nanostores'
import type { ColumnExamples, IndexAnswer } from '#shared/contracts/admin/indices.ts'
import { listImports } from '#site/features/admin/import/imports.ts'
import { INDICES_PATH } from '#site/features/admin/indices/index-calls.ts'
import { nameInAddress } from '#site/features/admin/indices/index-links.ts'
import { follow } from '#site/features/admin/parts/follow.ts'
import { ask, type Shape } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'

export type Source = IndexAnswer['index']

/** Of the source that the address names; a name that is none is refused by the server. */
export const sourcePath = (rest = ''): string =>
  `${INDICES_PATH}/${encodeURIComponent(nameInAddress())}${rest}`

/** What the page relies on. */
export const SOURCE_SHAPE = {
  index: { name: '', columns: [], batches: [], passport: { gaps: [] } }
} as const satisfies Shape<IndexAnswer>

const readSource = async () => (await ask<IndexAnswer>(sourcePath(), { shape: SOURCE_SHAPE })).index
export const source = createLoad(readSource)

const UNDER_WAY = ['waiting', 'running', 'undoing']

/** Of a batch, or of a change of kinds. */
export const isUnderWay = (work: { state: string } | null): boolean => UNDER_WAY.includes(work?.state ?? '')

/** Whether something of it goes on by itself. */
export const isMoving = ({ batches, remap, prepare_note }: Source): boolean =>
  prepare_note !== undefined || [remap, ...batches].some(isUnderWay)

/** While that is so. Values are shown anew when it is over. Never rejects. */
export async function followSource(): Promise<void> {
  await Promise.all([follow(source, readSource), follow(imports, readImports)])
  const load = source.$load.get()
  if (load.step === 'ready' && !isMoving(load.data)) await examples.refresh()
}

/** Values by the label of their column. */
export const examples = createLoad(async () => {
  const { columns } = await ask<ColumnExamples>(sourcePath('/examples'), {
    shape: { columns: [{ label: '', examples: [] }] }
  })
  return new Map(columns.map(column => [column.label, column.examples]))
})

/** Imports in the browser that brought its batches, and those under way. */
const readImports = () => listImports(nameInAddress())
export const imports = createLoad(readImports)

/** Whether somebody has just deleted it. */
export const $isDeleted = atom(false)

/** The batch whose removal is being asked for. */
export const $busyBatch = atom<number | null>(null)
