import { Refusal } from '#api/lib/refusal.ts'
import { BODY_MAX_BYTES, UPLOAD_PIECE_MAX_BYTES } from '#shared/constants.ts'

const DEPTH_MAX = 16
const FORMS = new Set(['multipart/form-data', 'application/x-www-form-urlencoded'])

/** @throws Refusal `BODY_TOO_LARGE` by `Content-Length`. */
function refuseLargeBody(request: Request, most = BODY_MAX_BYTES): void {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Refusal('BODY_TOO_LARGE')
}

/**
 * @returns An empty object without a body, so that rules name missing keys.
 * @throws Refusal `BODY_TOO_LARGE`, `UNSUPPORTED_TYPE`, `BAD_JSON`.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  acceptedType(contentTypeOf(request), type => type === 'application/json')
  return parseJson(bytes)
}

/**
 * Reads multipart, urlencoded or JSON. For the route option `parse`.
 * @throws Refusal as `jsonBody`, and `BAD_INPUT` for a file or repeated name.
 */
export async function formBody({ request }: { request: Request }): Promise<unknown> {
  return await readForm(request, { most: BODY_MAX_BYTES, takesFiles: false })
}

/**
 * `formBody` for a handler that first checks its caller.
 * @throws Refusal also `BODY_TOO_SLOW`, where a body may be larger than that of other calls.
 */
export async function readForm(
  request: Request,
  { most, takesFiles }: { most: number; takesFiles: boolean }
): Promise<unknown> {
  refuseLargeBody(request, most)
  const bytes =
    most > BODY_MAX_BYTES && request.body
      ? await bytesOf(paced(request.body), most)
      : await readBytes(request, most)
  if (bytes.length === 0) return {}
  const contentType = contentTypeOf(request)
  const type = acceptedType(
    contentType,
    candidate => candidate === 'application/json' || FORMS.has(candidate)
  )
  if (type === 'application/json') return parseJson(bytes)

  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Refusal('BAD_JSON')
    })
  const fieldNames = [...form.keys()]
  const isPlain =
    fieldNames.length === new Set(fieldNames).size &&
    (takesFiles || [...form.values()].every(value => typeof value === 'string'))
  if (!isPlain) throw new Refusal('BAD_INPUT')
  return Object.fromEntries(form)
}

/** Clients may send an empty form, or anything, in vain. @throws Refusal `BODY_TOO_LARGE`. */
export async function ignoredBody({ request }: { request: Request }): Promise<null> {
  await readBytes(request)
  return null
}

/** The handler reads a piece of a file itself. @throws Refusal `BODY_TOO_LARGE` by `Content-Length`. */
export function unreadBody({ request }: { request: Request }): null {
  refuseLargeBody(request, UPLOAD_PIECE_MAX_BYTES)
  return null
}

/** The handler calls `readForm`. */
export const unreadForm = (): null => null

/** Elysia drops charset and boundary. */
const contentTypeOf = (request: Request) => request.headers.get('content-type') ?? ''

/** Stops early on chunked bodies. */
async function readBytes(request: Request, most = BODY_MAX_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  if (request.headers.has('content-length')) {
    refuseLargeBody(request, most)
    return await request.bytes()
  }
  return request.body === null ? new Uint8Array() : await bytesOf(request.body, most)
}

async function bytesOf(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > most) throw new Refusal('BODY_TOO_LARGE')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Others may wait for the place of a large body: who sends one is given a while, and then keeps a pace. */
const BEGIN_MS = 5_000
const PACE_BYTES_PER_MS = 16
const LOOK_MS = 1_000

async function* paced(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  let length = 0
  const watch = setInterval(() => {
    const due = (performance.now() - startedAt - BEGIN_MS) * PACE_BYTES_PER_MS
    if (length < due) late.reject(new Refusal('BODY_TOO_SLOW'))
  }, LOOK_MS)
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) return
      length += value.length
      yield value
    }
  } finally {
    clearInterval(watch)
    void reader.cancel().catch(() => {})
  }
}

function acceptedType(contentType: string, accepts: (type: string) => boolean): string {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
  const charset = parameters
    .find(part => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  const isUtf8 = charset === undefined || charset === 'utf-8' || charset === 'utf8'
  if (!accepts(type) || !isUtf8) throw new Refusal('UNSUPPORTED_TYPE')
  return type
}

/** `fatal` refuses broken UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    if (isDeeper(value, DEPTH_MAX)) throw new Refusal('BAD_INPUT')
    return value
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('BAD_JSON')
  }
}

/** Deep nesting takes seconds to validate. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1))
}
