import { atom } from 'nanostores'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { follow } from '#site/features/admin/parts/follow.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { $actFailure, $target, $targetHasPage, currentImport, job } from './import-store.ts'
import { importPath, readImport } from './imports.ts'
import { forgetPassport } from './passport-draft.ts'

export const $isActing = atom(false)

/** Whether the last look at a running import found no server; what is shown is from before. */
export const $isCut = atom(false)

/** Looks how far the import is. While the server is away what is shown stays. Never rejects. */
export async function followImport(id: string): Promise<void> {
  $isCut.set(!(await follow(job, () => readImport(id))))
}

/** Does something with the import that changes its state. Never rejects. */
export async function perform(call: () => Promise<ImportView | null>): Promise<void> {
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
  perform(async () => (await ask<{ import: ImportView }>(importPath(id, '/stop'), { method: 'POST' })).import)

/** Removes what was uploaded, after a confirmation. Records that are stored stay. @returns whether it is gone. */
export async function deleteImportFile({ id, file_name, state }: ImportView): Promise<boolean> {
  let isGone = false
  await perform(async () => {
    const isAgreed = await confirm({
      title: 'Удалить файл с сервера?',
      text:
        state === 'uploading' || state === 'ready'
          ? `Файл ${file_name}. Из него ещё ничего не загружено.`
          : `Файл ${file_name}. Загруженные записи останутся: их убирает отмена загрузки.`,
      action: 'Удалить файл'
    })
    if (!isAgreed) return currentImport()
    await ask(importPath(id), { method: 'DELETE' })
    forgetPassport(id)
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
  if (!$targetHasPage.get()) {
    query.delete('name')
    $target.set('')
  }
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
  job.change(() => null)
}
