import { useState } from 'react'
import type { RevealAnswer } from '#shared/contracts/search.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Copy } from '#site/ui/Copy.tsx'

interface RevealProps {
  recordId: string
  label: string
}

/** Shows a masked value as it is, when somebody asks for it: that they did is in the journal. */
export function Reveal({ recordId, label }: RevealProps) {
  const [value, setValue] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (value !== null) return <Copy text={value}>{value}</Copy>

  async function reveal() {
    setBusy(true)
    try {
      const body = { search_id: $answered.get()?.answer.search_id, record_id: recordId, field: label }
      setValue((await ask<RevealAnswer>('/api/search/reveal', { body, shape: { value: '' } })).value)
    } catch (error) {
      tell(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Button
      kind="quiet"
      size="s"
      busy={isBusy}
      label={`Показать: ${label}. Запишется в журнал`}
      onClick={reveal}
    >
      Показать
    </Button>
  )
}
