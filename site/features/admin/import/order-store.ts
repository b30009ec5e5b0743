import { atom } from 'nanostores'
import type {
  ImportAnswer,
  ImportOrder,
  PreviewAnswer,
  ShownImport
} from '#shared/contracts/admin-imports.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { $target, currentImport, job } from './import-store.ts'
import { importPath } from './imports.ts'

/** What the administrator has corrected of what was found out. */
export type Corrections = Omit<ImportOrder, 'source' | 'passport'>

const NONE: Corrections = {
  columns: {},
  drop: [],
  id: null,
  encoding: null,
  delimiter: null,
  header: null,
  sheet: null
}
const ASK_AGAIN_MS = 1_000

export const $corrections = atom<Corrections>(NONE)

const keyOf = (id: string) => `import-${id}`

/** Takes up what was corrected before the page was loaded, or what the import was last started with. */
export function recallCorrections({ id, order }: ShownImport): void {
  const kept = sessionStorage.getItem(keyOf(id))
  $corrections.set({ ...NONE, ...(kept ? JSON.parse(kept) : order ? correctionsOf(order) : {}) })
}

const correctionsOf = ({ source: _, passport: __, ...corrections }: ImportOrder): Corrections => corrections

/** A preview takes as long as it takes to read a large file: it is asked for until it is there. */
export const preview = createLoad(async () => {
  const known = currentImport()
  const corrections = $corrections.get()
  const isWanted = () => currentImport()?.id === known?.id && $corrections.get() === corrections
  while (known && isWanted()) {
    const answer = await ask<PreviewAnswer>(importPath(known.id, '/preview'), {
      body: { source: $target.get(), ...corrections }
    })
    if (answer.preview) return { ...answer, preview: answer.preview }
    await new Promise(resolve => setTimeout(resolve, ASK_AGAIN_MS))
  }
  return null
})

/** Whether the preview that is shown is of what was corrected before. */
export const $isStale = atom(false)

async function apply(corrections: Corrections): Promise<void> {
  const known = currentImport()
  if (!known) return
  $corrections.set(corrections)
  sessionStorage.setItem(keyOf(known.id), JSON.stringify(corrections))
  $isStale.set(true)
  await preview.refresh()
  if ($corrections.get() === corrections) $isStale.set(false)
}

/** How the file is read. Its columns may be others then: what was said of them goes. */
export const changeReading = (
  change: Pick<Partial<Corrections>, 'encoding' | 'delimiter' | 'header' | 'sheet'>
) => apply({ ...$corrections.get(), columns: {}, drop: [], id: null, ...change })

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

async function start(passport: Passport | null): Promise<undefined> {
  const known = currentImport()
  if (!known) return undefined
  const { import: started } = await ask<ImportAnswer>(importPath(known.id, '/start'), {
    body: { source: $target.get(), passport, ...$corrections.get() }
  })
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
export const continueImport = async (known: ShownImport): Promise<ShownImport> =>
  (await ask<ImportAnswer>(importPath(known.id, '/start'), { body: known.order })).import
