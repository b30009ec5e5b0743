import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import type { Confirmation } from '#site/ui/dialog/confirm-store.ts'

export type Leaving = Pick<IndexView, 'title' | 'name' | 'records' | 'adopted'>

/** What is asked before a source is deleted: what goes with it. */
export const deletionOf = (index: Leaving): Confirmation => ({
  title: `Удалить индекс ${index.name}?`,
  text: goneWith(index),
  action: `Удалить ${index.name}`
})

function goneWith({ title, name, records, adopted }: Leaving): string {
  const source = title === name ? 'Источник' : `Источник ${quoted(title)}`
  if (adopted)
    return `${source} исчезнет из поиска сразу, его паспорт удалится. Данные в Elasticsearch останутся: этот индекс только подключён.`
  const held = records === 0 ? '' : `${counted(records, RECORDS)}, `
  return `${source} исчезнет из поиска сразу, вместе с ним удалятся ${held}паспорт и сведения о загрузках. Отменить это нельзя.`
}
