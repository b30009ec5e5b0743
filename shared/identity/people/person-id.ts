import { PARTIES_MAX } from '#shared/identity/parties/layout.ts'
import type { Party } from '#shared/identity/parties/stated.ts'
import { shortHash } from '#shared/identity/text/short-hash.ts'

/**
 * The id of a person in the answer to one line, by the record that answers it best: records that are loaded later answer it
 * no better, so the id stays. The line is part of it, so that ids of two searches say nothing of each other.
 */
export const personId = (line: string, bestRecordId: string): string => {
  const text = `${line}\n${bestRecordId}`
  return `p${shortHash(text)}`
}

/** That of an organisation, by the place of its name among those of the record: -1 where it has none. */
export const organisationId = (line: string, place: number, bestRecordId: string): string =>
  personId(line, `organisation ${place} ${bestRecordId}`)

/** That of one of the people of a record, by the place among them. */
export const partyId = (line: string, party: Pick<Party, 'place'> | undefined, recordId: string): string =>
  personId(line, party ? `party ${party.place} ${recordId}` : recordId)

/** A record names hardly more. */
const ORGANISATIONS_OF_RECORD = 16

/** The ids by which this record, or the person or an organisation that it answers best, may be meant. */
export function* idsNaming(line: string, recordId: string): Generator<string> {
  yield recordId
  yield personId(line, recordId)
  for (let place = 1; place <= PARTIES_MAX; place += 1) yield partyId(line, { place }, recordId)
  for (let place = -1; place < ORGANISATIONS_OF_RECORD; place += 1)
    yield organisationId(line, place, recordId)
}
