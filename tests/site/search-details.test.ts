import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { cardsAround, loadDetails, NO_DETAILS } from '#site/features/search/details/load-details.ts'
import { renewAnswer } from '#site/features/search/past-search.ts'
import { $answered, $search, type Answered } from '#site/features/search/search-store.ts'
import { appendRecords } from '#site/features/search/sources/append-records.ts'
import { loadMore } from '#site/features/search/sources/more-store.ts'
import { $session } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { ANSWER, cardOf, LISTED, PAST } from './search-answer.ts'
import { USER } from './user.ts'

const { search_id } = ANSWER
const [HERO] = ANSWER.persons
if (!HERO) throw new Error('The answer has nobody')
const hero: Person = HERO
const detailed = (answer: SearchAnswer | undefined) =>
  answer?.persons.flatMap(person => (isDetailed(person) ? person.id : []))

const more = (persons: readonly Person[], records: string[] = []): MoreAnswer => ({
  success: true,
  search_id,
  results_by_source: { reg07: records.map(record_id => ({ Фамилия: 'Примеров', record_id })) },
  matches: {},
  results_count: records.length,
  persons: [...persons],
  cursor: 'next',
  query_time_ms: 3,
  charged: 0,
  requests_left: 4
})

const answered = (answer: SearchAnswer): Answered => ({
  step: 'answered',
  query: 'x',
  choice: null,
  answer,
  at: Date.now(),
  fresh: false
})

let page: Page
let bodies: { people?: string[]; source?: string; detail?: string }[] = []

/** Answers as the server does, after what is first in turn. */
function open(...first: Parameters<typeof inTurn>): void {
  const answer = async (request: Request) => {
    const { people = [] } = await request.json()
    const persons = ANSWER.persons.filter(({ id }) => people.includes(id))
    return Response.json(people.length > 0 ? more(persons) : more([], ['reg07:28']))
  }
  const next = inTurn(...first, answer)
  page = openPage({
    'POST /api/search/more': async request => {
      bodies.push(await request.clone().json())
      return next(request)
    },
    'POST /api/search/perform': async request => {
      bodies.push(await request.clone().json())
      return Response.json(ANSWER)
    },
    [`GET /api/search/${search_id}`]: json({
      ...PAST,
      live_until: new Date(Date.now() + 60_000).toISOString()
    })
  })
}

const refusal = (code: 'SEARCH_EXPIRED' | 'SEARCH_DOWN') =>
  json({ ok: false, error: PROBLEMS[code].text, code }, PROBLEMS[code].status)

beforeEach(() => {
  bodies = []
  $session.set({ step: 'in', user: { ...USER } })
  $search.set(answered(LISTED))
})
afterEach(async () => {
  $search.set({ step: 'idle' })
  await page.close()
})

describe('the details of a person', () => {
  test('are needed of a card, and of those connected who are cards', () => {
    open()
    const cards = { ...LISTED, persons: ANSWER.persons.map(cardOf) }
    expect(cardsAround(hero, cards)).toEqual(['p1', 'p4'])
    expect(LISTED.persons.flatMap(person => cardsAround(person, LISTED))).toEqual(['p4', 'p2', 'p3', 'p4'])
    expect(ANSWER.persons.flatMap(person => cardsAround(person, ANSWER))).toEqual([])
  })

  test('are asked for once, whoever is opened twice or while others are on their way', async () => {
    open()
    await Promise.all([
      loadDetails(search_id, ['p3', 'p4']),
      loadDetails(search_id, ['p3', 'p4']),
      loadDetails(search_id, ['p2', 'p4'])
    ])
    await loadDetails(search_id, ['p1', 'p2', 'p3', 'p4'])
    expect(bodies.map(({ people }) => people)).toEqual([['p3', 'p4'], ['p2']])
    expect($answered.get()?.answer.persons).toEqual(ANSWER.persons)
  })

  test('and what «ещё» brings meanwhile are both there', async () => {
    open()
    await Promise.all([loadMore('reg07'), loadDetails(search_id, ['p2'])])
    expect(bodies).toHaveLength(2)
    const answer = $answered.get()?.answer
    expect(detailed(answer)).toEqual(['p1', 'p2'])
    expect(answer?.results_by_source.reg07?.map(({ record_id }) => record_id)).toContain('reg07:28')
  })

  test('that do not come are asked for again when it is wanted', async () => {
    open(refusal('SEARCH_DOWN'))
    const both = [loadDetails(search_id, ['p2']), loadDetails(search_id, ['p2'])]
    expect(await Promise.all(both)).toEqual([NO_DETAILS, NO_DETAILS])
    expect(bodies).toHaveLength(1)
    expect(await loadDetails(search_id, ['p2'])).toBeNull()
    expect(detailed($answered.get()?.answer)).toEqual(['p1', 'p2'])
  })

  test('of a search that is over are not there, in the words of the server', async () => {
    open(refusal('SEARCH_EXPIRED'))
    expect(await loadDetails(search_id, ['p2'])).toBe(PROBLEMS.SEARCH_EXPIRED.text)
  })

  test('of somebody who may not be shown any more are not there', async () => {
    open(json(more([])))
    expect(await loadDetails(search_id, ['p2'])).toBe(NO_DETAILS)
  })

  test('come into no other search, and are asked for anew where one comes back', async () => {
    open()
    const other = answered({ ...LISTED, search_id: 'B'.repeat(22) })
    const first = loadDetails(search_id, ['p2'])
    await Promise.resolve()
    $search.set(other)
    expect([await first, $answered.get()]).toEqual([null, other])
    $search.set(answered(LISTED))
    await loadDetails(search_id, ['p2'])
    expect(detailed($answered.get()?.answer)).toEqual(['p1', 'p2'])
  })

  test('come into the answer that somebody has left and come back to meanwhile', async () => {
    open()
    const first = loadDetails(search_id, ['p2'])
    await Promise.resolve()
    $search.set(answered({ ...LISTED, search_id: 'B'.repeat(22) }))
    $search.set(answered(LISTED))
    await Promise.all([first, loadDetails(search_id, ['p2'])])
    expect(bodies).toHaveLength(1)
    expect(detailed($answered.get()?.answer)).toEqual(['p1', 'p2'])
  })

  test('that come while another search runs change nothing, and are asked for again after it', async () => {
    open()
    const first = loadDetails(search_id, ['p2'])
    await Promise.resolve()
    const older = answered(LISTED)
    $search.set({ step: 'searching', query: 'y', choice: null, older, stop() {} })
    await first
    expect($answered.get()).toBe(older)
    $search.set(older)
    await loadDetails(search_id, ['p2'])
    expect(detailed($answered.get()?.answer)).toEqual(['p1', 'p2'])
  })

  test('stay where others come', () => {
    const second = ANSWER.persons.filter(({ id }) => id === 'p2')
    const once = appendRecords(LISTED, more(second), null)
    const again = appendRecords(once, more([hero], ['reg07:28']), null)
    expect([detailed(LISTED), detailed(once), detailed(again)]).toEqual([['p1'], ['p1', 'p2'], ['p1', 'p2']])
  })
})

describe('an answer that is exported', () => {
  test('gets the details of everybody, once, and is not searched anew', async () => {
    open()
    const full = await renewAnswer(true, 'full')
    const cards = LISTED.persons.flatMap(person => (isDetailed(person) ? [] : person.id))
    expect(bodies).toMatchObject([{ people: cards }])
    expect(full?.answer.persons).toEqual(ANSWER.persons)
    expect($answered.get()?.answer.persons).toEqual(ANSWER.persons)
    await renewAnswer(true, 'full')
    expect(bodies).toHaveLength(1)
  })

  test('is not asked for anew where everybody has them, nor where nobody needs them', async () => {
    open()
    await renewAnswer(false)
    $search.set(answered(ANSWER))
    await renewAnswer(true, 'full')
    expect(bodies).toEqual([])
  })
})
