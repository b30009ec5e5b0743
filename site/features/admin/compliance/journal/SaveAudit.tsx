import { useState } from 'react'
import type { Audit } from '#site/features/admin/audit/audit-store.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'

const NOT_ALL = 'В файле первые 10 000 действий. Остальные — за день или по пользователю.'

/** All that the filter leaves, as a file. */
export function SaveAudit({ audit }: { audit: Audit }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { exportAudit } = await loadCode(() => import('./export-audit.ts'))
      if (!(await exportAudit(audit))) tell(NOT_ALL)
    } catch (error) {
      tell(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Button kind="quiet" size="s" busy={busy} onClick={save}>
      CSV
    </Button>
  )
}
