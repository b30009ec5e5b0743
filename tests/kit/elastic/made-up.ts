/** What a cluster says that is made up. */
export type Answer = (path: string, request: Request) => Response | Promise<Response>

const OF_ELASTICSEARCH = { 'x-elastic-product': 'Elasticsearch' }
export const json = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: OF_ELASTICSEARCH })
export const NODES = json.bind(null, { nodes: { a: { version: '9.5.3' } } })
export const HEALTHY = json.bind(null, { status: 'green' })
/** Of one search. */
export const NOTHING = { hits: { hits: [] }, timed_out: false, _shards: { failed: 0 } }

/** A text of JSON that was packed by gzip. */
export const packed = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, {
    headers: { ...OF_ELASTICSEARCH, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  })

/** Of the searches of a call, which name their indices. */
export const headersOf = async (request: Request) =>
  (await request.text()).split('\n').filter((line, at) => at % 2 === 0 && line !== '')

/** To the searches of a call, of records with these numbers, all of which match. */
export async function answersOf(request: Request, numbersIn: (index: string) => readonly string[]) {
  const lines = (await request.text()).trimEnd().split('\n')
  return lines.flatMap((line, at) => {
    if (at % 2 === 0) return []
    const { size, query } = JSON.parse(line)
    const ids: readonly string[] | undefined = query.constant_score.filter.ids?.values
    const hits = [JSON.parse(lines[at - 1] ?? '').index].flat().flatMap((index: string) =>
      numbersIn(index)
        .filter(n => ids === undefined || ids.includes(n))
        .map(n => ({ _index: index, _id: n }))
    )
    return [{ ...NOTHING, hits: { hits: hits.slice(0, size) } }]
  })
}
