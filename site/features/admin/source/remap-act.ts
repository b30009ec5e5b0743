import { quoted } from '#shared/texts/quoted.ts'
import { wordsOf } from '#site/features/admin/indices/index-calls.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { $draft, $isRemapping } from './remap-store.ts'
import { type Source, source, sourcePath } from './source-store.ts'

/** Gives columns other kinds after a confirmation. Never rejects. */
export async function remap({ title, records }: Source): Promise<void> {
  const columns = $draft.get()
  if (!columns || $isRemapping.get()) return
  $isRemapping.set(true)
  try {
    const isAgreed = await confirm({
      title: 'Изменить виды колонок?',
      text: `Источник ${quoted(title)}, колонки: ${Object.keys(columns).map(quoted).join(', ')}. Заново разобрать нужно ${counted(records, RECORDS)}; пока это идёт, поиск видит часть записей по-новому, часть по-старому. Испорченные таблицей значения при этом исправляются и остаются такими, даже если вид вернуть: например, 44000 в колонке дат станет датой.`,
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
