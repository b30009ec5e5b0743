import { useEffect } from 'react'
import { AuditList } from '#site/features/admin/audit/AuditList.tsx'
import { Card } from '#site/ui/Card.tsx'
import { termsHistory } from './settings-store.ts'

/** Who changed what a dollar buys, when, and from what. */
export function TermsHistory() {
  useEffect(() => {
    termsHistory.load()
  }, [])
  return (
    <Card flush title="История изменений">
      <AuditList audit={termsHistory} empty="Курс и бонус ещё не меняли." />
    </Card>
  )
}
