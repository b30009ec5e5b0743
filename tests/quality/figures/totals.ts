import type { Person } from '#api/db/seed/people.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person as SignedIn, signedInAs } from '#tests/kit/people.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { idsOfSurnames } from '#tests/kit/stored-records.ts'
import { samplePeople, type Truth } from '#tests/quality/truth.ts'
import { firstOf, type Measure } from './figure.ts'
import { bornOf, nameAndDate, nameOf } from './lines.ts'

/** Of those whom other measures ask about, as many frequent surnames. */
const SURNAMES_ASKED = 0.8
/** Each line is read to its last record: an eighth of what other measures ask is as many records. */
const PART_ASKED = 0.08
/** As many pages as a total of a thousand could need. */
const PAGES_MAX = 40

const LINES: ((person: Person) => string)[] = [
  nameOf,
  person => `${person.surname} ${person.givenName}`,
  nameAndDate,
  person => `${person.surname} ${person.year}`,
  person => person.givenName,
  person => `${person.givenName} ${person.patronymic}`,
  person => `${person.surname} ${person.givenName[0]}.${person.patronymic[0]}.`,
  bornOf,
  person => person.phone,
  person => person.address.street
]

/** Whether what is shown and what «ещё» brings are together what an answer says that there is. */
export const totals: Measure = async (truth, sampleSize) => {
  const client = await signedInAs(truth.app, ROLE_INFINITY)
  const surnames = frequentSurnames(truth, Math.ceil(sampleSize * SURNAMES_ASKED))
  const ofSurnames: string[] = []
  for (const surname of surnames) {
    const all = await everything(client, surname)
    ofSurnames.push(...untruths(all), ...(await missing(truth, surname, all)))
  }
  const ofLines: string[] = []
  const people = samplePeople(truth, Math.ceil(sampleSize * PART_ASKED), 7)
  for (const lineOf of LINES)
    for (const person of people) ofLines.push(...untruths(await everything(client, lineOf(person))))
  return [
    {
      title: 'неверных итогов частых фамилий, до последней записи',
      value: ofSurnames.length,
      of: surnames.length,
      goal: { atMost: 0 },
      failures: firstOf(ofSurnames)
    },
    {
      title: 'неверных итогов других строк',
      value: ofLines.length,
      of: people.length * LINES.length,
      goal: { atMost: 0 },
      failures: firstOf(ofLines)
    }
  ]
}

interface Everything {
  answer: SearchAnswer
  /** Ids of what was shown, then of what «ещё» brought. */
  shown: string[]
  rest: string[]
  /** «Ещё» came to its end. */
  isWhole: boolean
}

const idsIn = ({ results_by_source }: Pick<SearchAnswer, 'results_by_source'>) =>
  Object.values(results_by_source).flatMap(records =>
    records.flatMap(({ record_id, duplicate_ids = [] }) => [record_id, ...duplicate_ids])
  )

async function everything(client: SignedIn, query: string): Promise<Everything> {
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
  return { answer, shown: idsIn(answer), rest, isWhole: cursor === null }
}

/** What is untrue of the totals of an answer. */
function untruths({ answer, shown, rest, isWhole }: Everything): string[] {
  const wrong: string[] = []
  const ids = [...shown, ...rest]
  const { completeness, sources_meta, query } = answer
  if (!isWhole) wrong.push(`${query}: there is no last page`)
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

function frequentSurnames({ people }: Truth, count: number): string[] {
  const counts = new Map<string, number>()
  for (const { surname } of people) counts.set(surname, (counts.get(surname) ?? 0) + 1)
  const byCount = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return byCount.slice(0, count).map(([surname]) => surname)
}

/** Records of the surname in either form, as the database or the cluster itself has them, that did not come. */
async function missing({ app }: Truth, surname: string, { shown, rest }: Everything): Promise<string[]> {
  const step = planOf(surname).steps.find(({ surname: key }) => key !== undefined)
  const stored = await idsOfSurnames(app, step ? surnameKeysOf(step) : [])
  const listed = new Set([...shown, ...rest])
  const lost = stored.filter(id => !listed.has(id)).length
  return stored.length > 0 && lost === 0 ? [] : [`${surname}: ${lost} of ${stored.length} are missing`]
}
