import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AuditCheck } from '#shared/contracts/admin/audit.ts'
import { auditFailureText } from '#shared/texts/audit.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { seal, verify } from './seal-store.ts'

const ROWS: Forms = ['строка', 'строки', 'строк']
const SEALS: Forms = ['печати', 'печатях', 'печатях']
const HEAD_ENDS = 8

/** Whether the audit is as it was written, and when that was last looked at. */
export function SealState() {
  const load = useStore(seal.$load)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    seal.load()
  }, [])
  if (load.step === 'loading') return null
  if (load.step === 'failed') return <Failure text={load.text} onRetry={seal.load} />
  const { check, unsealed } = load.data
  const act = async () => {
    setBusy(true)
    await verify()
    setBusy(false)
  }
  const again = (
    <Button size="s" busy={busy} onClick={act}>
      Проверить сейчас
    </Button>
  )
  if (!check)
    return <Banner action={again}>Журнал ещё не проверяли. Ждут печати: {counted(unsealed, ROWS)}.</Banner>
  const { failure, at_str } = check
  if (failure)
    return (
      <Banner tone="red" action={again}>
        <b>Журнал нарушен.</b> {auditFailureText(failure)} Проверено {at_str}, строки до неё целы.
      </Banner>
    )
  return (
    <Banner tone="moss" action={again}>
      <b>Журнал цел.</b> <Whole check={check} /> Ждут печати: {counted(unsealed, ROWS)}.
    </Banner>
  )
}

const Whole = ({ check: { rows, seals, head, at_str } }: { check: AuditCheck }) => (
  <>
    Проверено {at_str}:{' '}
    {seals === 0 ? 'запечатанных строк ещё нет' : `${counted(rows, ROWS)} в ${counted(seals, SEALS)}`}.
    {head && (
      <>
        {' '}
        Хеш последней <code title={head}>{head.slice(0, HEAD_ENDS)}…</code>
      </>
    )}
  </>
)
