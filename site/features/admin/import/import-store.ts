import { atom } from 'nanostores'
import type { ShownImport } from '#shared/contracts/admin-imports.ts'
import { nameInAddress } from '#site/features/admin/indices/index-links.ts'
import { follow } from '#site/features/admin/parts/follow.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { importPath, readImport } from './imports.ts'

/** The name of the source that data are loaded into; empty until one is chosen. */
export const $target = atom('')

/** The import that the address names; null while there is none. */
export const job = createLoad<ShownImport | null>(async () => {
  const id = new URLSearchParams(location.search).get('id')
  return id ? await readImport(id) : null
})

/** What an act with the import came to, where it was refused. */
export const $actFailure = atom('')
export const $isActing = atom(false)

/** Whether the last look at a running import found no server; what is shown is from before. */
export const $isCut = atom(false)

/** Looks how far the import is. While the server is away what is shown stays. Never rejects. */
export async function followImport(id: string): Promise<void> {
  $isCut.set(!(await follow(job, () => readImport(id))))
}

/** Reads the address anew. */
export function openAddress(): void {
  $target.set(nameInAddress())
  $actFailure.set('')
  job.load()
}

export function chooseTarget(name: string): void {
  $target.set(name)
  writeAddress({ name })
}

/** Shows an import in place of what was there, and names it in the address. */
export function showImport(shown: ShownImport): void {
  writeAddress({ id: shown.id })
  job.change(() => shown)
}

function writeAddress(parts: Record<string, string>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(parts)) query.set(name, value)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}

/** Does something with the import that changes its state. Never rejects. */
export async function perform(call: () => Promise<ShownImport | null>): Promise<void> {
  if ($isActing.get()) return
  $isActing.set(true)
  $actFailure.set('')
  try {
    const shown = await call()
    job.change(() => shown)
  } catch (error) {
    $actFailure.set(errorText(error))
    await job.refresh()
  }
  $isActing.set(false)
}

export const stopImport = (id: string): Promise<void> =>
  perform(
    async () => (await ask<{ import: ShownImport }>(importPath(id, '/stop'), { method: 'POST' })).import
  )

/** Removes what was uploaded, after a confirmation. Records that are stored stay. @returns whether it is gone. */
export async function dropImport({ id, file_name, state }: ShownImport): Promise<boolean> {
  let isGone = false
  await perform(async () => {
    const isAgreed = await confirm({
      title: 'Удалить файл с сервера?',
      text:
        state === 'uploading' || state === 'ready'
          ? `Файл ${file_name}. Из него ещё ничего не загружено.`
          : `Файл ${file_name}. Записи, которые уже загружены из него, останутся: их убирает отмена загрузки на странице источника.`,
      action: 'Удалить файл'
    })
    if (!isAgreed) return currentImport()
    await ask(importPath(id), { method: 'DELETE' })
    isGone = true
    return null
  })
  if (isGone) forgetImport()
  return isGone
}

/** Begins anew with another file for the same source. */
export function forgetImport(): void {
  const query = new URLSearchParams(location.search)
  query.delete('id')
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
  job.change(() => null)
}

export function currentImport(): ShownImport | null {
  const load = job.$load.get()
  return load.step === 'ready' ? load.data : null
}
