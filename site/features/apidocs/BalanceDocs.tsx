import { useStore } from '@nanostores/react'
import { Address, type FieldRow, Fields } from './Reference.tsx'
import { Examples, TryOut } from './TryOut.tsx'
import { $balanceTrial, tryBalance } from './trial-store.ts'

const ANSWERED: readonly FieldRow[] = [
  ['user_id', 'число', 'Номер пользователя'],
  ['balance', 'число', 'Сколько запросов осталось'],
  [
    'balance_status',
    'строка',
    <>
      <code>active</code>, <code>empty</code> или <code>unlimited</code>
    </>
  ],
  ['role', 'строка', 'Роль пользователя']
]

export function BalanceDocs() {
  const trial = useStore($balanceTrial)
  return (
    <section className="stack" id="balance" aria-labelledby="balance-title">
      <h2 id="balance-title">Баланс</h2>
      <Address>/api/balance</Address>
      <p className="soft">Бесплатно. Принимает только токен.</p>
      <Fields label="Поля ответа баланса" rows={ANSWERED} />
      <Examples path="/api/balance" fields={{}} prints="balance" />
      <TryOut trial={trial} action="Выполнить бесплатно" note="Баланс ничего не стоит." onRun={tryBalance} />
    </section>
  )
}
