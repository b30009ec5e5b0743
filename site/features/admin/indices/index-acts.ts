import { atom } from 'nanostores'
import type { ActAnswer } from '#shared/contracts/admin/calls.ts'
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { INDEX_FAILURES } from '#shared/texts/admin.ts'
import { dropNotice, type Notice, showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { INDICES_PATH, indexErrorText } from './index-calls.ts'
import type { Leaving } from './index-deletion.ts'

/** The index that something is being done with. */
export const $busyIndex = atom<string | null>(null)

type Named = Pick<IndexView, 'name'>
/** Asks again what is shown. Never rejects. */
type Refresh = () => Promise<void>

export const disableIndex = ({ name }: Named, refresh: Refresh): Promise<boolean> =>
  act(name, INDEX_FAILURES.disable, refresh, `${INDICES_PATH}/${name}/disable`, 'POST')

export const enableIndex = ({ name }: Named, refresh: Refresh): Promise<boolean> =>
  act(name, INDEX_FAILURES.enable, refresh, `${INDICES_PATH}/${name}/enable`, 'POST')

/** Deletes an index after a confirmation that names what goes. @returns whether it is gone. */
export async function deleteIndex(index: Leaving, refresh: Refresh): Promise<boolean> {
  const { name } = index
  const isAgreed = await loadCode(() => import('./index-deletion.ts'))
    .then(({ deletionOf }) => confirm(deletionOf(index)))
    .catch(() => {
      showNotice('red', INDEX_FAILURES.cut)
      return false
    })
  return isAgreed && (await act(name, INDEX_FAILURES.delete, refresh, `${INDICES_PATH}/${name}`, 'DELETE'))
}

async function act(
  name: string,
  fallback: string,
  refresh: Refresh,
  path: string,
  method: 'POST' | 'DELETE'
): Promise<boolean> {
  if ($busyIndex.get() !== null) return false
  $busyIndex.set(name)
  dropNotice()
  const notice = await ask<ActAnswer>(path, { method }).then(
    ({ message }): Notice => ({ tone: 'moss', text: message }),
    (error): Notice => ({ tone: 'red', text: indexErrorText(error, fallback) })
  )
  // A refusal too says that what is shown is old. The notice comes with the lists that it speaks of.
  await refresh()
  showNotice(notice.tone, notice.text)
  $busyIndex.set(null)
  return notice.tone === 'moss'
}
