import { Shell } from '#site/layouts/Shell.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { TokenCard } from './TokenCard.tsx'

const Calls = laterPart(async () => (await import('./Calls.tsx')).Calls)

const PARTS = [
  ['token', 'Токен'],
  ['search', 'Поиск'],
  ['balance', 'Баланс'],
  ['lists', 'Списки'],
  ['agents', 'Агенты (MCP)'],
  ['tables', 'Таблицы'],
  ['ftm', 'FollowTheMoney'],
  ['codes', 'Коды ошибок'],
  ['limits', 'Ограничения']
] as const

export const ApiDocs = () => (
  <Shell>
    <div className="aside">
      <nav aria-label="Содержание">
        <ul className="tabs scroll">
          {PARTS.map(([id, title]) => (
            <li key={id} className="row">
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack far">
        <div className="stack tight">
          <h1>API</h1>
          <p className="soft">
            Тот же поиск для программ: создайте токен, вставьте его в пример и выполните прямо здесь.
          </p>
        </div>
        <TokenCard />
        <Later part={Calls} props={{}} />
      </div>
    </div>
    <Confirm />
  </Shell>
)
