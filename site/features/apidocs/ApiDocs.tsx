import { Shell } from '#site/layouts/Shell.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { BalanceDocs } from './BalanceDocs.tsx'
import { DoorDocs } from './DoorDocs.tsx'
import { ListDocs } from './ListDocs.tsx'
import { Codes, Limits } from './Reference.tsx'
import { SearchDocs } from './SearchDocs.tsx'
import { TokenCard } from './TokenCard.tsx'

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
      <nav className="index desk" aria-label="Содержание">
        <ul>
          {PARTS.map(([id, title]) => (
            <li key={id}>
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
        <SearchDocs />
        <BalanceDocs />
        <ListDocs />
        <DoorDocs />
        <Codes />
        <Limits />
      </div>
    </div>
    <Confirm />
  </Shell>
)
