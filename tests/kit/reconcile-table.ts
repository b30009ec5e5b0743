import { RECONCILE_PATH } from '#api/http/route-contract.ts'
import { createClient } from './client.ts'
import { accountWithToken } from './public-api.ts'
import { loadSource } from './sources.ts'
import type { TestApp } from './start-app.ts'
import { invalidateSourceCache } from './suppress.ts'

const PEOPLE = 40
export const surnameOf = (at: number) =>
  `Пример${'абвгдежзик'[at % 10]}${'лмнопрстуф'[Math.floor(at / 10)]}ов`
export const bornIn = (at: number) => `14.03.${1950 + at}`

/** A source with forty people of names that are alike, and two of one name. */
export async function loadRegister(app: TestApp): Promise<void> {
  await loadSource(app, 'register', {
    title: 'Реестр примеров',
    kind: 'ordinary',
    columns: [
      { label: 'Фамилия', kind: 'last_name' },
      { label: 'Имя', kind: 'first_name' },
      { label: 'Дата рождения', kind: 'birth_date' },
      { label: 'Телефон', kind: 'phone' },
      { label: 'Адрес', kind: 'address' }
    ],
    rows: [
      ...Array.from({ length: PEOPLE }, (_, at) => [
        surnameOf(at),
        'Илья',
        bornIn(at),
        `+7 973 000-${String(1000 + at).replace(/(..)$/, '-$1')}`,
        at === 0 ? 'г. <script>alert(1)</script>, ул. "Новая" & Старая, 1' : ''
      ]),
      ['Двойников', 'Пётр', '01.02.1970', '', ''],
      ['Двойников', 'Пётр', '03.04.1981', '', '']
    ]
  })
  invalidateSourceCache(app)
}

type Batch = Record<string, unknown>

/** Requests as OpenRefine sends them: a form, with the token in the address. */
export function createReconcileClient(token: string, url: string) {
  const { request } = createClient(url)
  const at = (path: string, query: Record<string, string> = {}) =>
    `${RECONCILE_PATH}${path}?${new URLSearchParams({ token, ...query })}`
  const read = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and says what it expects of it
    body: (await response.json()) as any
  })
  const form = async (fields: Record<string, string>, init: RequestInit = {}) =>
    read(await request(at(''), { method: 'POST', body: new URLSearchParams(fields), ...init }))
  return {
    get: async (path: string, query?: Record<string, string>) => read(await request(at(path, query))),
    page: (id: string, headers: Record<string, string> = {}) => request(at('/preview', { id }), { headers }),
    send: (queries: Batch, init?: RequestInit) => form({ queries: JSON.stringify(queries) }, init),
    extend: (ids: string[], ...properties: string[]) =>
      form({ extend: JSON.stringify({ ids, properties: properties.map(id => ({ id })) }) })
  }
}

export const accountWithCredits = async (app: TestApp, credits: number) => {
  const account = await accountWithToken(app)
  await app.database.owner`INSERT INTO credit_ledger (user_id, delta, kind, ref)
    VALUES (${account.user.id}, ${credits - 5}, 'grant', ${`test:${Bun.randomUUIDv7()}`})`
  await app.database.owner`UPDATE users SET requests_count = ${credits} WHERE id = ${account.user.id}`
  return account
}
export const queryOf = (at: number) => ({
  query: `${surnameOf(at)} Илья`,
  properties: [{ pid: 'birth_date', v: bornIn(at) }]
})
