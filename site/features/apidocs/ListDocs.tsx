import { LIST_ROWS_MAX } from '#shared/constants.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Address, type FieldRow, Fields } from './Reference.tsx'

const CALLS: readonly FieldRow[] = [
  ['POST /api/lists', '{lines}', 'Новый список и его цена, ничего не списывает'],
  ['POST /api/lists/{id}/start', '{most?}', 'Начало поиска, всех строк или первых most'],
  ['GET /api/lists/{id}', '', 'Как идёт поиск: state, left, charged'],
  ['GET /api/lists/{id}/rows', '?cursor=', 'Строки с выводом и лучшим человеком, по 100'],
  ['GET /api/lists/{id}/export', '?format=', 'Файл: csv, xlsx или json'],
  ['POST /api/lists/{id}/pause', '{}', 'Пауза; start продолжает'],
  ['DELETE /api/lists/{id}', '', 'Удаление списка']
]

export const ListDocs = () => (
  <section className="stack" id="lists" aria-labelledby="lists-title">
    <h2 id="lists-title">Списки</h2>
    <Address>/api/lists</Address>
    <p className="soft">
      До {formatCount(LIST_ROWS_MAX)} строк за один раз: {SEARCH_PRICE} со счёта за строку, по которой
      ответили все источники. Токен в заголовке Authorization или полем token. Отказ:{' '}
      <code>{'{"ok": false, "code": "…", "error": "…"}'}</code>.
    </p>
    <Fields label="Вызовы списков" rows={CALLS} />
  </section>
)
