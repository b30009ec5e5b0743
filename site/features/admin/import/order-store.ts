import { atom } from 'nanostores'
import type { ImportAnswer, ImportOrder, ImportView, PreviewAnswer } from '#shared/contracts/admin/imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import type { ColumnParty } from '#shared/labels/parties.ts'
import type { Passport } from '#shared/rules/passport.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { createLoad, type Load } from '#site/lib/load-store.ts'
import { $target, currentImport, job } from './import-store.ts'
import { IMPORT_SHAPE, importPath } from './imports.ts'
import { forgetPassport } from './passport-draft.ts'

/** What the administrator has corrected of what was found out. */
export type Corrections = Omit<ImportOrder, 'source' | 'passport' | 'as_new'>

/** Nothing was corrected: told by itself. */
export const NONE: Corrections = {
  names: {},
  columns: {},
  parties: {},
  drop: [],
  id: null,
  encoding: null,
  delimiter: null,
  header: null,
  sheet: null
}
const ASK_AGAIN_MS = 1_000

export const $corrections = atom<Corrections>(NONE)

/** Whether rows of a file without a header may be new records, as the administrator says. */
export const $asNew = atom(false)

const keyOf = (id: string) => `import-${id}`

/** Takes up what was corrected before the page was loaded, or what the import was last started with. */
export function recallCorrections({ id, order }: ImportView): void {
  const saved = sessionStorage.getItem(keyOf(id))
  const corrected = { ...NONE, ...(saved ? JSON.parse(saved) : order ? correctionsOf(order) : {}) }
  $corrections.set(JSON.stringify(corrected) === JSON.stringify(NONE) ? NONE : corrected)
  $asNew.set(order?.as_new ?? false)
}

const correctionsOf = ({ source: _, passport: __, as_new: ___, ...corrections }: ImportOrder): Corrections =>
  corrections

/** Which of the files that wait to be looked through this one is; null while it does not wait. */
export const $queuePosition = atom<number | null>(null)

/** A preview takes as long as it takes to read a large file: it is asked for until it is there. */
export const preview = createLoad(async () => {
  const current = currentImport()
  const corrections = $corrections.get()
  const isWanted = () => currentImport()?.id === current?.id && $corrections.get() === corrections
  $queuePosition.set(null)
  while (current && isWanted()) {
    const answer = await ask<PreviewAnswer>(importPath(current.id, '/preview'), {
      body: { source: $target.get(), ...corrections }
    })
    if (answer.preview) return { ...answer, preview: answer.preview }
    if (isWanted()) $queuePosition.set(answer.turn)
    await new Promise(resolve => setTimeout(resolve, ASK_AGAIN_MS))
  }
  return null
})

type Previewed = Load<(PreviewAnswer & { preview: ImportPreview }) | null>

/** Whether the same order would be refused again, or store nothing. */
export function isHopeless(load: Previewed): boolean {
  if (load.step === 'failed') {
    const code = load.error instanceof AskError ? load.error.code : undefined
    return code === 'IMPORT_REFUSED' || code === 'FILE_OVER_LIMIT'
  }
  const preview = load.step === 'ready' ? load.data?.preview : undefined
  return preview?.is_whole === true && preview.rejected === preview.rows
}

/** Whether the preview that is shown is of what was corrected before. */
export const $isStale = atom(false)

/** Looks through the file with other corrections. */
export async function apply(corrections: Corrections): Promise<void> {
  const current = currentImport()
  if (!current) return
  $corrections.set(corrections)
  sessionStorage.setItem(keyOf(current.id), JSON.stringify(corrections))
  $isStale.set(true)
  await preview.refresh()
  if ($corrections.get() === corrections) $isStale.set(false)
}

/** How the file is read. Its columns may be others then: what was said of them goes. */
export const changeReading = (
  change: Pick<Partial<Corrections>, 'encoding' | 'delimiter' | 'header' | 'sheet'>
) => apply({ ...$corrections.get(), names: {}, columns: {}, parties: {}, drop: [], id: null, ...change })

export const changeId = (id: string | null): Promise<void> => apply({ ...$corrections.get(), id })

/** A kind for a column; null of one that is not to be stored. */
export function changeColumn(label: string, kind: FieldKind | null): Promise<void> {
  const { columns, drop, ...rest } = $corrections.get()
  const { [label]: _old, ...others } = columns
  return apply({
    ...rest,
    columns: kind === null ? others : { ...others, [label]: kind },
    drop: kind === null ? [...drop, label] : drop.filter(dropped => dropped !== label)
  })
}

/** Whose a column is. */
export function changeParty(label: string, party: ColumnParty): Promise<void> {
  const { parties, ...rest } = $corrections.get()
  return apply({ ...rest, parties: { ...parties, [label]: party } })
}

async function start(passport: Passport | null): Promise<undefined> {
  const current = currentImport()
  if (!current) return undefined
  const { import: started } = await ask<ImportAnswer>(importPath(current.id, '/start'), {
    body: { source: $target.get(), passport, as_new: $asNew.get(), ...$corrections.get() },
    shape: IMPORT_SHAPE
  })
  forgetPassport(current.id)
  job.change(() => started)
  return undefined
}

const FALLBACK = 'Не удалось начать загрузку'

/** Starts with a passport for the source. */
export const passportStart = createForm({
  loadCheck: async () => (await import('#site/features/admin/passport/passport-check.ts')).checkPassport,
  fallback: FALLBACK,
  send: start
})

/** Starts where the source has one. */
export const plainStart = createForm({
  loadCheck: async () => () => ({ values: null }),
  fallback: FALLBACK,
  send: start
})

/** Goes on with the order that it was started with. */
export const continueImport = async (current: ImportView): Promise<ImportView> =>
  (await ask<ImportAnswer>(importPath(current.id, '/start'), { body: current.order, shape: IMPORT_SHAPE }))
    .import
