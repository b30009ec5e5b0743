import type { List } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { deleteList, fetchLists } from './list-calls.ts'

/** All lists of the user. */
export const lists = createLoad(fetchLists)

/** Asks, deletes, and takes the list out of sight once the server has agreed. */
export async function deleteAfterAsking(list: List): Promise<boolean> {
  try {
    const agreed = await confirm({
      title: `Удалить список «${list.title}»?`,
      text: 'Строки, ваши выводы и поиски по ним исчезнут. Списанные запросы не вернутся. Это действие нельзя отменить.',
      action: 'Удалить список'
    })
    if (!agreed) return false
    await deleteList(list.id)
    lists.change(all => all.filter(({ id }) => id !== list.id))
    return true
  } catch (error) {
    tell(errorText(error))
    return false
  }
}
