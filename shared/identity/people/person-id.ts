import { PARTIES_MAX } from '#shared/identity/parties/layout.ts'
import type { Party } from '#shared/identity/parties/stated.ts'
import { shortHash } from '#shared/identity/text/short-hash.ts'

/** Stable when later records are loaded. The line is part of it, so ids of two searches cannot be joined. */
export const personId = (line: string, bestRecordId: string): string => {
  const text = `${line}\n${bestRecordId}`
  return `p${shortHash(text)}`
}

/** Id of an organisation by the index of its name; -1 without a name. */
export const organisationId = (line: string, place: number, bestRecordId: string): string =>
  personId(line, `organisation ${place} ${bestRecordId}`)

export const partyId = (line: string, party: Pick<Party, 'place'> | undefined, recordId: string): string =>
  personId(line, party ? `party ${party.place} ${recordId}` : recordId)

const ORGANISATIONS_OF_RECORD = 16

export function* idsOfRecord(line: string, recordId: string): Generator<string> {
  yield recordId
  yield personId(line, recordId)
  for (let place = 1; place <= PARTIES_MAX; place += 1) yield partyId(line, { place }, recordId)
  for (let place = -1; place < ORGANISATIONS_OF_RECORD; place += 1)
    yield organisationId(line, place, recordId)
}
