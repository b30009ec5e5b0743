import type { PublicSearchAnswer } from '#shared/contracts/programs/public-api.ts'
import { NDJSON_TYPE, ndjsonOf } from '#shared/ftm/entity.ts'
import { entitiesOfPeople } from '#shared/ftm/people-entities.ts'
import type { ReleasedAnswer } from './service.ts'

/** FollowTheMoney entities; the rest is in headers. */
export function entitiesResponse(
  { body, release }: ReleasedAnswer,
  headers: Record<string, string | number>
): Response {
  const answer: PublicSearchAnswer = JSON.parse(Buffer.concat(body).toString())
  release()
  const { search_id, charged, balance, cursor, failed_sources } = answer
  const titles = Object.fromEntries(
    Object.entries(answer.sources_meta).map(([key, { title }]) => [key, title])
  )
  headers['content-type'] = NDJSON_TYPE
  headers['sverka-search-id'] = search_id
  headers['sverka-charged'] = charged
  headers['sverka-balance'] = balance
  if (cursor !== null) headers['sverka-cursor'] = cursor
  if (failed_sources.length > 0) headers['sverka-failed-sources'] = failed_sources.join(',')
  return new Response(ndjsonOf(entitiesOfPeople(answer.persons, { titles, searchedAt: answer.searched_at })))
}
