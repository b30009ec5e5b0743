import { useStore } from '@nanostores/react'
import {
  API_LIMIT_DEFAULT,
  API_LIMIT_MAX,
  API_LIMIT_MIN,
  PEOPLE_DETAILED,
  QUERY_MAX_CODE_POINTS,
  REPLAY_SECONDS,
  SEARCH_LIVE_MINUTES
} from '#shared/constants.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight } from '#site/ui/icons/acts.ts'
import { Code } from '#site/ui/Value.tsx'
import { Address, type FieldRow, Fields, INTERVAL } from './Reference.tsx'
import { Examples, TryOut } from './TryOut.tsx'
import { $limit, $line, $searchTrial, trySearch } from './trial-store.ts'

const REQUEST_FIELDS: readonly FieldRow[] = [
  [
    'token',
    'строка',
    <>
      Ваш токен. Можно передать в заголовке <code>Authorization: Bearer</code>, но не в адресе
    </>
  ],
  ['request', 'строка', <>Что искать, до {QUERY_MAX_CODE_POINTS} символов</>],
  [
    'limit',
    'число',
    <>
      От {API_LIMIT_MIN} до {formatCount(API_LIMIT_MAX)} записей, обычно {API_LIMIT_DEFAULT}
    </>
  ],
  [
    'detail',
    'строка',
    <>
      <code>full</code>: сводка и соседи у каждого человека, а не только у первых {PEOPLE_DETAILED}
    </>
  ],
  [
    'cursor',
    'строка',
    <>
      Вместо <code>request</code>: следующие записи после ответа, бесплатно {SEARCH_LIVE_MINUTES} минут
    </>
  ]
]

const ANSWER = `{
  "status": "ok",
  "request": "Примеров Илья 14.03.1981",
  "results_count": 12,
  "charged": 1,
  "balance": 1283,
  "query_time_ms": 214,
  "results_by_source": { "demo_registry_07": [ … ] },
  "sources_meta": { "demo_registry_07": { "title": "…", "total": 12, … } },
  "matches": { "demo_registry_07:…": { "score": 0.98, "why": [ … ], … } },
  "persons": [ { "name": "Примеров Илья Андреевич", "query_reasons": [ … ], … } ],
  "readings": [ … ],
  "cursor": null,
  "failed_sources": []
}`

export function SearchDocs() {
  const line = useStore($line)
  const limit = useStore($limit)
  const trial = useStore($searchTrial)
  const isLimit = /^\d+$/.test(limit) && Number(limit) >= API_LIMIT_MIN && Number(limit) <= API_LIMIT_MAX
  const refusal = isLimit ? undefined : FORM_REFUSALS.BAD_LIMIT
  const fields = { request: line, limit: isLimit ? Number(limit) : API_LIMIT_DEFAULT }
  return (
    <section className="stack" id="search" aria-labelledby="search-title">
      <h2 id="search-title">Поиск</h2>
      <Address>/api/search</Address>
      <p className="soft">
        Ищет по всем действующим источникам. Стоит {SEARCH_PRICE}, если ответили все источники. Та же строка в
        течение {REPLAY_SECONDS} с и повтор с тем же заголовком <code>Idempotency-Key</code> бесплатны.
      </p>
      <Fields label="Поля запроса поиска" rows={REQUEST_FIELDS} />
      <Examples path="/api/search" fields={fields} prints="results_count" />
      <TryOut
        trial={trial}
        action={`Выполнить за ${SEARCH_PRICE}`}
        note={<Cost />}
        refusal={refusal}
        onRun={trySearch}
      >
        <TextField
          label="request"
          name="request"
          autoComplete="off"
          value={line}
          onChange={event => $line.set(event.target.value)}
        />
        <TextField
          label="limit"
          name="limit"
          inputMode="numeric"
          autoComplete="off"
          value={limit}
          error={refusal}
          onChange={event => $limit.set(event.target.value.trim())}
        />
      </TryOut>
      <details>
        <summary>
          <Icon of={IconChevronRight} turn />
          Ответ 200
        </summary>
        <Code aria-label="Ответ поиска">{ANSWER}</Code>
      </details>
    </section>
  )
}

/** What is left, said before it is met. */
function Cost() {
  const session = useStore($session)
  if (session.step !== 'in') return null
  const { role, requests_count: left } = session.user
  if (role === ROLE_INFINITY) return <>Для вашей роли бесплатно. Не чаще раза в {INTERVAL}.</>
  if (left === 0) return <>Запросов не осталось: ответом будет 402. Ничего не спишется.</>
  return (
    <>
      Осталось запросов: {formatCount(left)}. Не чаще раза в {INTERVAL}: страница подождёт сама.
    </>
  )
}
