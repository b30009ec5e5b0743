import type { ReactNode } from 'react'
import {
  API_INTERVAL_MS,
  API_LIMIT_MAX,
  API_LIMIT_MIN,
  API_TIMEOUT_MS,
  SEARCH_LIVE_MINUTES,
  TOKEN_GUESSES_PER_MINUTE
} from '#shared/constants.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Table } from '#site/ui/Table.tsx'

const SECOND_MS = 1_000
export const INTERVAL = `${formatCount(API_INTERVAL_MS / SECOND_MS)}\u00a0с`
const TIMEOUT = `${API_TIMEOUT_MS / SECOND_MS}\u00a0с`

export const Address = ({ children }: { children: string }) => (
  <p className="row tight">
    <Badge tone="petrol">POST</Badge>
    <code>{children}</code>
  </p>
)

export type FieldRow = readonly [name: string, type: string, meaning: ReactNode]

/** What a call takes, or what it answers. */
export const Fields = ({ label, rows }: { label: string; rows: readonly FieldRow[] }) => (
  <div className="card flush">
    <Table label={label} columns={[{ title: 'Поле' }, { title: 'Тип', hide: 'low' }, { title: 'Что это' }]}>
      {rows.map(([name, type, meaning]) => (
        <tr key={name}>
          <th scope="row" className={name.includes('/') ? '' : 'nowrap'}>
            <code>{name}</code>
          </th>
          <td className="low soft">{type}</td>
          <td>{meaning}</td>
        </tr>
      ))}
    </Table>
  </div>
)

const CODES: readonly (readonly [code: number, meaning: ReactNode])[] = [
  [400, FORM_REFUSALS.BAD_INPUT],
  [401, <>Токен неверен или не указан</>],
  [402, <>Недостаточно запросов</>],
  [404, <>Курсор другого пользователя или удалённого поиска</>],
  [409, <>Ключ идемпотентности уже использован с другим запросом</>],
  [410, <>Поиск старше {SEARCH_LIVE_MINUTES} минут: курсор больше не действует</>],
  [
    429,
    <>Слишком часто: не чаще одного обращения в {INTERVAL}. Заголовок Retry-After говорит, когда повторить</>
  ],
  [500, <>Ошибка сервера или истекли {TIMEOUT}, запрос не списан</>],
  [
    503,
    <>
      Сервис перегружен или перезапускается, запрос не списан. Повторите через столько секунд, сколько указано
      в Retry-After
    </>
  ]
]

export const Codes = () => (
  <section className="stack" id="codes" aria-labelledby="codes-title">
    <h2 id="codes-title">Коды ошибок</h2>
    <p className="soft">
      Отказ: <code>{'{"status": "error", "code": 401, "error": "…", "error_code": "BAD_TOKEN"}'}</code>.
      Проверки идут по порядку: параметры, токен, частота, остаток. Отказ ничего не стоит.
    </p>
    <div className="card flush">
      <Table label="Коды ошибок" columns={[{ title: 'Код' }, { title: 'Значение' }]}>
        {CODES.map(([code, meaning]) => (
          <tr key={code}>
            <th scope="row">
              <code>{code}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </Table>
    </div>
  </section>
)

export const Limits = () => (
  <section className="stack tight" id="limits" aria-labelledby="limits-title">
    <h2 id="limits-title">Ограничения</h2>
    <dl className="pairs">
      <dt>Частота</dt>
      <dd>одно обращение в {INTERVAL} на пользователя, поиск и баланс вместе</dd>
      <dt>Время ответа</dt>
      <dd>не больше {TIMEOUT}</dd>
      <dt>Записей в ответе</dt>
      <dd>
        от {API_LIMIT_MIN} до {formatCount(API_LIMIT_MAX)}
      </dd>
      <dt>Неверный токен</dt>
      <dd>не больше {TOKEN_GUESSES_PER_MINUTE} обращений в минуту с одного адреса</dd>
    </dl>
    <p className="soft">
      Полное описание для программ: <a href="/api/openapi.json">OpenAPI 3.1</a>. Готовые клиенты:{' '}
      <a href="/clients/sverka.ts">TypeScript</a>, <a href="/clients/sverka.py">Python</a>.
    </p>
  </section>
)
