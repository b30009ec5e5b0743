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
