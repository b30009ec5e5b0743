import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { printChecked, useCheckedPrint } from '#site/lib/checked-print.ts'
import { Button } from '#site/ui/Button.tsx'
import { fetchExport } from './list-calls.ts'
import { $rows, showEveryRow } from './rows-store.ts'

/** Puts all rows of the filter onto paper, as they may be shown now. */
export function ListPrint({ id }: { id: string }) {
  const { readAt } = useStore($rows)
  const [isBusy, setBusy] = useState(false)
  const renew = useCallback((isWanted: boolean) => (isWanted ? readEveryRow(id) : NOT_CHECKED), [id])
  useCheckedPrint(renew, readAt)
  async function print() {
    setBusy(true)
    await printChecked(renew)
    setBusy(false)
  }
  return (
    <Button size="s" busy={isBusy} onClick={print}>
      Печать
    </Button>
  )
}

/** Ten thousand rows are not read anew whenever somebody comes back to the page. */
const NOT_CHECKED = Promise.resolve('')

async function readEveryRow(id: string): Promise<string | null> {
  const { filter } = $rows.get()
  try {
    const file = await fetchExport(id, 'json', filter)
    const { rows }: { rows: ListRow[] } = JSON.parse(await file.text())
    showEveryRow(filter, rows)
    await new Promise(requestAnimationFrame)
    return null
  } catch (error) {
    return errorText(error)
  }
}
