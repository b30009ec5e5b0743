import type { Context } from '#api/context.ts'
import type { ShownRow } from '#api/features/search/answer/prepared-answer.ts'
import { disclosureFor } from '#api/features/search/masking.ts'
import { type StoredPurpose, storedPurposeOf } from '#api/features/search/purpose.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { type PastCaller, searchNow } from '#api/features/search/search-now.ts'
import type { RowPerson } from './row-people.ts'

export type { RowPerson }

/** People of answered rows, read again through the gate, in turn with the account's other looks. */
export async function askRowPeople(
  context: Context,
  caller: PastCaller & Pick<SearchCaller, 'role'>,
  stated: StoredPurpose,
  rows: readonly ShownRow[]
): Promise<{ people: RowPerson[]; recordNumbers: string; sourceKeys: string[] }> {
  const { userId, signal } = caller
  const startedAt = performance.now()
  const slot = await context.admissions.looks.enter(userId, signal)
  try {
    const shownRequest = { ask: 'rows', rows } as const
    const question = {
      query: '',
      chosen: null,
      shownRequest,
      ...disclosureFor(context, caller, storedPurposeOf(stated)),
      startedAt
    }
    const answer = await searchNow(context, { signal }, question)
    const { people } = JSON.parse(`${new TextDecoder().decode(answer.body)}}`)
    return { people, recordNumbers: answer.recordNumbers, sourceKeys: answer.sourceKeys }
  } finally {
    slot.leave()
  }
}
