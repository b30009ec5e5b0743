import { MORE_PEOPLE_MAX } from '#shared/constants.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { Shown } from '#site/features/search/results-storage.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { MORE_SHAPE } from './answer-shape.ts'
import { appendRecords } from './append-records.ts'

/** A page may bring only what another list has brought already. */
const PAGES_MAX = 20

/** An answer with its next records of a source, or of all. @throws AskError */
export async function withNext(
  { answer: before, readAt, cursors, brought = [] }: Shown,
  source: string
): Promise<Shown> {
  const { search_id, completeness } = before
  let answer = before
  let cursor = cursors?.[source]
  for (let page = 0; page < PAGES_MAX && cursor !== null; page += 1) {
    const body = { search_id, ...(source && { source }), ...(cursor && { cursor }) }
    const further = await ask<MoreAnswer>('/api/search/more', { body, shape: MORE_SHAPE })
    cursor = further.cursor
    answer = appendRecords(answer, further, source || null)
    if (answer.completeness.shown > completeness.shown) break
  }
  return { answer, readAt, cursors: { ...cursors, [source]: cursor ?? null }, brought: [...brought, source] }
}

/** Of a person in `brought`: no key of a source begins so. */
const FURTHER = '+'

/** An answer with what `brought` names: records of a source or of all, or further ones of a person. @throws AskError */
export const withBrought = (shown: Shown, name: string): Promise<Shown> =>
  name.startsWith(FURTHER) ? withFurther(shown, name.slice(FURTHER.length)) : withNext(shown, name)

/** An answer with records of one of its people that its line does not find. @throws AskError */
export async function withFurther(shown: Shown, personId: string): Promise<Shown> {
  const body = { search_id: shown.answer.search_id, further: personId }
  const further = await ask<MoreAnswer>('/api/search/more', { body, shape: MORE_SHAPE }).catch(error => {
    // Whoever is not there any more has none.
    if (error instanceof AskError && error.code === 'UNKNOWN_PERSON') return null
    throw error
  })
  if (!further) return shown
  const answer = appendRecords(shown.answer, { ...further, cursor: '' }, null)
  const name = `${FURTHER}${personId}`
  const brought = (shown.brought ?? []).filter(each => each !== name)
  return { ...shown, answer, cursors: shown.cursors ?? {}, brought: [...brought, name] }
}

/** Whether an answer has what an id names: a person, or a record of one. */
export const isAmong = ({ persons }: SearchAnswer, id: string): boolean =>
  persons.some(person => person.id === id || recordIdsOf(person).includes(id))

/** An answer with people of its search in detail, on the page before or not; those who may not be shown are not in it. @throws AskError */
export async function withPeople<T extends Shown>(shown: T, ids: readonly string[]): Promise<T> {
  const { answer, cursors = {} } = shown
  const body = { search_id: answer.search_id, people: ids.slice(0, MORE_PEOPLE_MAX) }
  const further = await ask<MoreAnswer>('/api/search/more', { body, shape: MORE_SHAPE })
  // Of the sources it tells no end.
  return { ...shown, answer: appendRecords(answer, { ...further, cursor: '' }, null), cursors }
}
