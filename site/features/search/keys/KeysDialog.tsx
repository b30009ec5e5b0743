import { useStore } from '@nanostores/react'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { $areKeysOn, switchKeys } from '#site/lib/account/key-switch.ts'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { $isHelpOpen } from './key-store.ts'

const KEYS: [keys: string[], text: string][] = [
  [['/', 'Ctrl K'], 'к строке запроса'],
  [['f'], 'к фильтру'],
  [['j', 'k'], 'следующий, предыдущий человек'],
  [['Enter'], 'открыть или свернуть'],
  [['x'], 'отметить'],
  [['c'], 'сравнить двух отмеченных'],
  [['s'], `искать по выбранному значению, ${SEARCH_PRICE}`],
  [['1', '2', '3'], 'вывод: тот же, другой, неясно'],
  [['Esc'], 'свернуть, закрыть, снять фильтр'],
  [['?'], 'все клавиши']
]

/** All keys, and the switch for those that are a single letter. */
export function KeysDialog() {
  const areOn = useStore($areKeysOn)
  return (
    <Dialog title="Клавиши" onClose={() => $isHelpOpen.set(false)}>
      <dl className="pairs">
        {KEYS.map(([keys, text]) => [
          <dt key={text}>
            {keys.map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>,
          <dd key={`${text} text`}>{text}</dd>
        ])}
      </dl>
      <Check checked={areOn} onChange={event => switchKeys(event.target.checked)}>
        Действия по одной клавише
      </Check>
    </Dialog>
  )
}
