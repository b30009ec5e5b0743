import { Refusal } from '#api/lib/refusal.ts'
import { BODY_MAX_BYTES, UPLOAD_PIECE_MAX_BYTES } from '#shared/constants.ts'

const DEPTH_MAX = 16
const FORMS = new Set(['multipart/form-data', 'application/x-www-form-urlencoded'])

/** @throws Refusal `BODY_TOO_LARGE` when `Content-Length` says so. */
function refuseLargeBody(request: Request, most = BODY_MAX_BYTES): void {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Refusal('BODY_TOO_LARGE')
}

/**
 * @returns An object without keys where there is no body: then its rules say which of them are missing.
 * @throws Refusal `BODY_TOO_LARGE`, `UNSUPPORTED_TYPE`, `BAD_JSON`.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  acceptedType(contentTypeOf(request), type => type === 'application/json')
  return parseJson(bytes)
}

/**
 * Reads the body of a call that takes forms: multipart, urlencoded or JSON with the same names.
 * For the route option `parse`.
 *
 * @throws Refusal as `jsonBody`, and `BAD_INPUT` for a file or a repeated name.
 */
export async function formBody({ request }: { request: Request }): Promise<unknown> {
  return await readForm(request, { most: BODY_MAX_BYTES, takesFiles: false })
}

/** As `formBody`, for a handler that reads the body itself, when it knows who calls. @throws Refusal as `formBody`. */
export async function readForm(
  request: Request,
  { most, takesFiles }: { most: number; takesFiles: boolean }
): Promise<unknown> {
  const bytes = await readBytes(request, most)
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

/**
 * Of a call that takes no body: a client may send an empty form, or anything else, in vain.
 *
 * @throws Refusal `BODY_TOO_LARGE`.
 */
export async function ignoredBody({ request }: { request: Request }): Promise<null> {
  await readBytes(request)
  return null
}

/**
 * For the route option `parse`: the handler reads the body itself, a piece of a file.
 *
 * @throws Refusal `BODY_TOO_LARGE` when `Content-Length` says so.
 */
export function unreadBody({ request }: { request: Request }): null {
  refuseLargeBody(request, UPLOAD_PIECE_MAX_BYTES)
  return null
}

/** For the route option `parse`: the handler reads the body by `readForm`. */
export const unreadForm = (): null => null

/** With charset and boundary, which Elysia does not pass to a parser. */
const contentTypeOf = (request: Request) => request.headers.get('content-type') ?? ''

/** Stops reading a chunked body as soon as it is too long. */
async function readBytes(request: Request, most = BODY_MAX_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  if (request.headers.has('content-length')) {
    refuseLargeBody(request, most)
    return await request.bytes()
  }
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > most) throw new Refusal('BODY_TOO_LARGE')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
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

/** `fatal` refuses broken UTF-8 instead of storing replacement characters. */
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

/** Deep nesting costs seconds to validate, and no body of the contract is nested. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1))
}
