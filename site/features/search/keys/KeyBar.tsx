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

const KEYS: [keys: string[], text: string][] = [
  [['j', 'k'], 'по людям'],
  [['Enter'], 'открыть'],
  [['x'], 'отметить'],
  [['f'], 'фильтр'],
  [['/'], 'запрос']
]

/** The list is drawn by then, and nobody has had the time to press a person or to print. */
const PANEL_AFTER_MS = 1_000

/** The keys of the result page, under the people, the browser's own for printing too; the dialog tells all others. */
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
      <div className="keys no-print">
        {KEYS.map(([keys, text]) => (
          <span key={text}>
            {keys.map(key => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {text}
          </span>
        ))}
        <Button kind="quiet" size="s" onClick={() => $isHelpOpen.set(true)}>
          Все клавиши
        </Button>
      </div>
      {isHelpOpen && <Later part={KeysDialog} props={{}} />}
      {isSettled && <Later part={CheckedPrint} props={{ answer }} />}
    </>
  )
}
