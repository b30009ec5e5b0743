import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hash64 } from '#api/lib/hash64.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { bornOf, loadTruth, nameOf, samplePeople, type Truth } from './truth.ts'

const SEED = 1
const PEOPLE = 20_000
const SURNAMES = 120
const SAMPLE = 12
/** As many pages as a total of a thousand could need. */
const PAGES_MAX = 40

let truth: Truth
let client: Person

beforeAll(async () => {
  truth = await loadTruth(SEED, PEOPLE)
  client = await signedInAs(truth.app, ROLE_INFINITY)
}, 120_000)
afterAll(() => truth.close())

interface Everything {
  answer: SearchAnswer
  /** Ids of what was shown, then of what «ещё» brought. */
  shown: string[]
  rest: string[]
}

const idsIn = ({ results_by_source }: Pick<SearchAnswer, 'results_by_source'>) =>
  Object.values(results_by_source).flatMap(records =>
    records.flatMap(({ record_id, duplicate_ids = [] }) => [record_id, ...duplicate_ids])
  )

async function everything(query: string): Promise<Everything> {
  const { body: answer } = await client.post<SearchAnswer>('/api/search/perform', { query })
  const rest: string[] = []
  let cursor: string | null | undefined = answer.completeness.more ? undefined : null
  for (let page = 0; cursor !== null && page < PAGES_MAX; page += 1) {
    const { body }: { body: MoreAnswer } = await client.post('/api/search/more', {
      search_id: answer.search_id,
      cursor
    })
    rest.push(...idsIn(body))
    cursor = body.cursor
  }
  expect(cursor).toBeNull()
  return { answer, shown: idsIn(answer), rest }
}

/** What is untrue of the totals of an answer. */
function untruths({ answer, shown, rest }: Everything): string[] {
  const wrong: string[] = []
  const ids = [...shown, ...rest]
  const { completeness, sources_meta, query } = answer
  if (new Set(ids).size < ids.length) wrong.push(`${query}: a record comes twice`)
  for (const [key, meta] of Object.entries({ ...sources_meta, '': completeness })) {
    const own = (list: readonly string[]) => list.filter(id => key === '' || id.startsWith(`${key}:`)).length
    const all = own(ids)
    if (meta.shown !== own(shown)) wrong.push(`${query}: ${key} says ${meta.shown} shown of ${own(shown)}`)
    if (meta.total_is_exact ? meta.total !== all : meta.total > all)
      wrong.push(`${query}: ${key} says ${meta.total_is_exact ? '' : 'more than '}${meta.total} of ${all}`)
    if (!meta.total_is_exact && all <= 1_000) wrong.push(`${query}: ${key} is not exact with ${all}`)
    if (meta.more !== all > own(shown)) wrong.push(`${query}: ${key} says ${meta.more} of ${own(rest)}`)
  }
  return wrong
}

function frequentSurnames(): string[] {
  const counts = new Map<string, number>()
  for (const { surname } of truth.people) counts.set(surname, (counts.get(surname) ?? 0) + 1)
  const byCount = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return byCount.slice(0, SURNAMES).map(([surname]) => surname)
}

test(`of the ${SURNAMES} most frequent surnames every record is shown or comes with «ещё»`, async () => {
  const wrong: string[] = []
  let records = 0
  for (const surname of frequentSurnames()) {
    const all = await everything(surname)
    wrong.push(...untruths(all))
    const step = planOf(surname).steps.find(({ surname: key }) => key !== undefined)
    const keys = step ? surnameKeysOf(step).map(key => String(hash64(key))) : []
    const stored: { id: string }[] = await truth.app.database.owner`SELECT s.key || ':' || r.rid AS id
      FROM rec r JOIN source s ON s.id = r.src WHERE r.sur = ANY(${`{${keys.join(',')}}`}::int8[])`
    const found = new Set([...all.shown, ...all.rest])
    const missing = stored.filter(({ id }) => !found.has(id)).length
    if (missing > 0) wrong.push(`${surname}: ${missing} of ${stored.length} are missing`)
    records += found.size
  }
  console.log(`  ${SURNAMES} surnames, ${records} records, ${wrong.length} untrue`)
  expect(wrong).toEqual([])
}, 300_000)

test.each([
  ['name', nameOf],
  ['surname and given name', person => `${person.surname} ${person.givenName}`],
  ['name and birth date', person => `${nameOf(person)} ${bornOf(person)}`],
  ['surname and year', person => `${person.surname} ${person.year}`],
  ['given name', person => person.givenName],
  ['given name and patronymic', person => `${person.givenName} ${person.patronymic}`],
  ['initials', person => `${person.surname} ${person.givenName[0]}.${person.patronymic[0]}.`],
  ['birth date', bornOf],
  ['phone', person => person.phone],
  ['street', person => person.address.street]
] as [string, (person: Truth['people'][number]) => string][])(
  'the totals of a search by %s are those of all its records',
  async (what, lineOf) => {
    const wrong: string[] = []
    let cut = 0
    for (const person of samplePeople(truth, SAMPLE, 7)) {
      const all = await everything(lineOf(person))
      if (all.rest.length > 0) cut += 1
      wrong.push(...untruths(all))
    }
    console.log(`  ${what}: ${cut} of ${SAMPLE} leave something out, ${wrong.length} untrue`)
    expect(wrong).toEqual([])
  },
  300_000
)
