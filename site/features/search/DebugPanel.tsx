import { useState } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'

/** The answer as JSON, for whoever takes off `hidden` in the developer tools. Nothing is written until it is opened. */
export function DebugPanel({ answer }: { answer: SearchAnswer }) {
  const [open, setOpen] = useState(false)
  return (
    <details hidden id="debug" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Ответ сервера</summary>
      {open && <pre className="code">{JSON.stringify(answer, null, 2)}</pre>}
    </details>
  )
}
