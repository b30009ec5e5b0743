import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { followKeys } from './follow-keys.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { $isHelpOpen } from './key-store.ts'

const KEYS: [keys: string[], text: string][] = [
  [['j', 'k'], 'по людям'],
  [['Enter'], 'открыть'],
  [['x'], 'отметить'],
  [['f'], 'фильтр'],
  [['/'], 'запрос']
]

/** The keys of the result page, under the people; the dialog tells all of them. */
export function KeyBar() {
  const isHelpOpen = useStore($isHelpOpen)
  useEffect(followKeys, [])
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
      {isHelpOpen && <KeysDialog />}
    </>
  )
}
