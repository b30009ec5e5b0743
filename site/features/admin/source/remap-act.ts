import { quoted } from '#shared/texts/quoted.ts'
import { indexErrorText } from '#site/features/admin/indices/index-calls.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { $draft, $isRemapping, draftedLabels } from './remap-store.ts'
import { type Source, source, sourcePath } from './source-store.ts'

/** Gives columns other kinds, or to somebody else, after a confirmation. Never rejects. */
export async function remap({ title, records }: Source): Promise<void> {
  const draft = $draft.get()
  if (!draft || $isRemapping.get()) return
  $isRemapping.set(true)
  try {
    const isAgreed = await confirm({
      title: 'Изменить колонки?',
      text: `Источник ${quoted(title)}, колонки: ${draftedLabels(draft).map(quoted).join(', ')}. Заново разобрать нужно ${counted(records, RECORDS)}; пока это идёт, поиск видит часть записей по-новому, часть по-старому. Испорченные таблицей значения при этом исправляются и остаются такими, даже если вид вернуть: например, 44000 в колонке дат станет датой.`,
      action: 'Изменить',
      kind: 'primary'
    })
    if (isAgreed) {
      await ask(sourcePath('/remap'), { body: draft })
      $draft.set(null)
      await source.refresh()
    }
  } catch (error) {
    showNotice('red', indexErrorText(error, 'Не удалось изменить колонки'))
  }
  $isRemapping.set(false)
}
