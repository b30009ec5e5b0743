import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { PersonPanel } from '#site/features/search/people/PersonRow.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { followKeys } from './follow-keys.ts'
import { $isHelpOpen } from './key-store.ts'

const KeysDialog = laterPart(async () => (await import('./KeysDialog.tsx')).KeysDialog)

const KEYS: [keys: string[], text: string][] = [
  [['j', 'k'], 'по людям'],
  [['Enter'], 'открыть'],
  [['x'], 'отметить'],
  [['f'], 'фильтр'],
  [['/'], 'запрос']
]

/** The list is drawn by then, and nobody has had the time to press a person. */
const PANEL_AFTER_MS = 1_000

/** The keys of the result page, under the people; the dialog tells all of them. */
export function KeyBar() {
  const isHelpOpen = useStore($isHelpOpen)
  useEffect(followKeys, [])
  useEffect(() => {
    // The first person opens as fast as the others. Here, as the table is loaded before anything is asked.
    const timer = setTimeout(PersonPanel.load, PANEL_AFTER_MS)
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
    </>
  )
}
