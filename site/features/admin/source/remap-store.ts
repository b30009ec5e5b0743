import { atom } from 'nanostores'
import type { RemapForm, ShownRemap } from '#shared/contracts/admin-imports.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { wordsOf } from '#site/features/admin/indices/index-calls.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { type Source, source, sourcePath } from './source-store.ts'

/** Other kinds by the label of their column; null while nobody changes any. */
export const $draft = atom<RemapForm['columns'] | null>(null)
export const $isRemapping = atom(false)

export const isUnderWay = (remap: ShownRemap | null): boolean =>
  remap?.state === 'waiting' || remap?.state === 'running'

/** A column's own kind takes it out of the draft. */
export function draftKind({ label, kind }: Source['columns'][number], next: FieldKind): void {
  const { [label]: _old, ...others } = $draft.get() ?? {}
  $draft.set(next === kind ? others : { ...others, [label]: next })
}

/** Gives columns other kinds after a confirmation. Never rejects. */
export async function remap({ title, records }: Source): Promise<void> {
  const columns = $draft.get()
  if (!columns || $isRemapping.get()) return
  $isRemapping.set(true)
  try {
    const isAgreed = await confirm({
      title: 'Изменить виды колонок?',
      text: `Источник «${title}», колонки: ${Object.keys(columns).join(', ')}. Заново разобрать нужно ${counted(records, RECORDS)}; пока это идёт, поиск видит часть записей по-новому, часть по-старому. Сами значения не меняются.`,
      action: 'Изменить виды',
      kind: 'primary'
    })
    if (isAgreed) {
      await ask(sourcePath('/remap'), { body: { columns } })
      $draft.set(null)
      await source.refresh()
    }
  } catch (error) {
    showNotice('red', wordsOf(error, 'Не удалось изменить виды колонок'))
  }
  $isRemapping.set(false)
}
