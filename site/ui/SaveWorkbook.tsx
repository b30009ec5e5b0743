import { useState } from 'react'
import { errorText } from '#site/lib/ask.ts'
import type { Sheet } from '#site/lib/export/sheet.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from './Button.tsx'

interface SaveWorkbookProps {
  /** The first word of the file's name, in Latin letters. */
  file: string
  /** Called on press; what it throws is said. */
  sheets: () => Promise<Sheet[]> | Sheet[]
}

/** Saves sheets as an XLSX file, whose library is loaded on press. */
export function SaveWorkbook({ file, sheets }: SaveWorkbookProps) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const content = await sheets()
      const [{ fileName }, { saveWorkbook }] = await loadCode(() =>
        Promise.all([import('#site/lib/export/save-file.ts'), import('#site/lib/export/workbook.ts')])
      )
      await saveWorkbook(fileName(file, new Date(), 'xlsx'), content)
    } catch (error) {
      tell(errorText(error, 'Не удалось сохранить файл'))
    }
    setBusy(false)
  }
  return (
    <Button kind="quiet" size="s" busy={isBusy} onClick={save}>
      Скачать XLSX
    </Button>
  )
}
