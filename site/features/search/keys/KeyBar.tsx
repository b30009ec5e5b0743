import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
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
      {isHelpOpen && <Later part={KeysDialog} props={{}} />}
    </>
  )
}
