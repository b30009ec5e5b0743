import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { PersonPanel } from '#site/features/search/people/PersonRow.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { followKeys } from './follow-keys.ts'
import { $isHelpOpen } from './key-store.ts'

const KeysDialog = laterPart(async () => (await import('./KeysDialog.tsx')).KeysDialog)

const CheckedPrint = laterPart(async () => (await import('./CheckedPrint.tsx')).CheckedPrint)

/** The list is drawn by then, and nobody has had the time to press a person or to print. */
const PANEL_AFTER_MS = 1_000

/** The keys of the result page, the browser's own for printing too; the dialog behind «?» tells them. */
export function KeyBar({ answer }: { answer: SearchAnswer }) {
  const [isSettled, setSettled] = useState(false)
  const isHelpOpen = useStore($isHelpOpen)
  useEffect(followKeys, [])
  useEffect(() => {
    // The first person opens as fast as the others. Here, as the table is loaded before anything is asked.
    const timer = setTimeout(() => {
      void PersonPanel.load()
      setSettled(true)
    }, PANEL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <span className="keys no-print">
        <Button kind="quiet" size="s" shape="icon" label="Все клавиши" onClick={() => $isHelpOpen.set(true)}>
          <kbd>?</kbd>
        </Button>
      </span>
      {isHelpOpen && <Later part={KeysDialog} props={{}} />}
      {isSettled && <Later part={CheckedPrint} props={{ answer }} />}
    </>
  )
}
