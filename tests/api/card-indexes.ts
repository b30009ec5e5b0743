import type { DetailedAnswer, MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { Client } from '#tests/kit/client.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

export const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Имя', kind: 'first_name' as const },
  { label: 'Телефон', kind: 'phone' as const },
  { label: 'Примечание', kind: 'other' as const }
]
/** The phone of one record of each kind. */
export const HIDDEN = '9734445566'
/** By source: how many of each kind of record. */
const RECORD_COUNTS: Record<string, { his: number; hers: number; ivan: number }> = {
  alpha: { his: 180, hers: 70, ivan: 150 },
  beta: { his: 60, hers: 90, ivan: 30 },
  gamma: { his: 3, hers: 0, ivan: 0 }
}
const EMPTY = 'delta'
const phoneOf = (at: number) => (at === 20 ? HIDDEN : `97300${String(10_000 + at).slice(-5)}`)

function rowsOf(source: string): string[][] {
  const { his, hers, ivan } = RECORD_COUNTS[source] ?? { his: 0, hers: 0, ivan: 0 }
  const rows = (count: number, surname: string, givenAt: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => [
      `${surname}-${givenAt(at)}-${at}`,
      surname,
      givenAt(at),
      `+7${phoneOf(at)}`,
      `строка картотеки ${at}`
    ])
  return [
    ...rows(his, 'Широкин', at => ['Пётр', 'Олег', 'Глеб'][at % 3] ?? ''),
    ...rows(hers, 'Широкина', at => ['Анна', 'Ольга'][at % 2] ?? ''),
    ...rows(ivan, 'Частухин', () => 'Иван')
  ]
}

/** Ids of all records of an answer, merged ones included. */
export const idsIn = ({ results_by_source }: Pick<SearchAnswer, 'results_by_source'>) =>
  Object.values(results_by_source).flatMap(records =>
    records.flatMap(({ record_id, duplicate_ids = [] }) => [record_id, ...duplicate_ids])
  )

/** Sources with a surname in both forms, a name, and words that all records have. */
export async function loadCardIndexes(app: TestApp): Promise<void> {
  for (const source of [...Object.keys(RECORD_COUNTS), EMPTY])
    await loadSource(app, source, {
      title: `Картотека ${source}`,
      kind: 'ordinary',
      columns: COLUMNS,
      rows: source === EMPTY ? [['1', 'Другов', 'Яков', '', '']] : rowsOf(source)
    })
  invalidateSourceCache(app)
}

export async function perform(client: Client, query: string): Promise<DetailedAnswer> {
  const { status, body } = await client.post('/api/search/perform', { query, detail: 'full' })
  if (status !== 200) throw new Error(`search: ${status}`)
  return body
}

/**
 * The answer to a line that somebody new asks, with exact totals: an answer does not wait for them long, and a busy
 * machine may not count in time at once.
 */
export async function performCounted(
  app: TestApp,
  query: string
): Promise<{ client: Person; answer: DetailedAnswer }> {
  for (let tries = 0; ; tries += 1) {
    const client = await registerAndLogin(app)
    const answer = await perform(client, query)
    if (answer.completeness.total_is_exact || tries === COUNTING_TRIES) return { client, answer }
  }
}

const COUNTING_TRIES = 20

export const moreOf = (client: Client, body: object) => client.post<MoreAnswer>('/api/search/more', body)
