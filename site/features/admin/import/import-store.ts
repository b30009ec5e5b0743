import { atom } from 'nanostores'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { nameInAddress } from '#site/features/admin/indices/index-links.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { readImport } from './imports.ts'

/** The name of the source that data are loaded into; empty until one is chosen. */
export const $target = atom('')

/** Whether that source has a page: a new one has none before something is loaded into it. */
export const $targetHasPage = atom(false)

/** The import that the address names; null while there is none. */
export const job = createLoad<ImportView | null>(async () => {
  const id = new URLSearchParams(location.search).get('id')
  return id ? await readImport(id) : null
})

/** What an act with the import came to, where it was refused. */
export const $actFailure = atom('')

/** Reads the address anew. */
export function openAddress(): void {
  $target.set(nameInAddress())
  // Without an import the way here is from the page of the source.
  $targetHasPage.set(!new URLSearchParams(location.search).has('id'))
  $actFailure.set('')
  job.load()
}

export function chooseTarget(name: string): void {
  $target.set(name)
  writeAddress({ name })
}

/** Shows an import in place of what was there, and names it in the address. */
export function showImport(shown: ImportView): void {
  writeAddress({ id: shown.id })
  job.change(() => shown)
}

function writeAddress(parts: Record<string, string>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(parts)) query.set(name, value)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}

export function currentImport(): ImportView | null {
  const load = job.$load.get()
  return load.step === 'ready' ? load.data : null
}
