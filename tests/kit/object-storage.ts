import { until } from './until.ts'

export const STORAGE_KEY = 'key-of-a-test'

/** What goes wrong with a call, where it does. */
export interface StorageFault {
  /** Of calls that are meant; by default all. */
  call?: (call: StorageCall) => boolean
  /** Code in the answer, and its status; or the connection ends without an answer. */
  answer: { status: number; code: string } | 'hang up'
}

export interface StorageCall {
  method: string
  /** «bucket/path» */
  object: string
  kind: 'read' | 'look' | 'put' | 'begin' | 'part' | 'complete' | 'abort' | 'delete'
  part: number
}

/** Storage that speaks as much of S3 as the product uses, with one bucket. */
export function startObjectStorage(bucket: string) {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  const calls: StorageCall[] = []
  let fault: StorageFault | null = null
  /** Parts are answered when it has settled. */
  let held: Promise<unknown> = Promise.resolve()

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    maxRequestBodySize: 1024 ** 3,
    async fetch(request) {
      const call = callOf(request)
      calls.push(call)
      if (!/^AWS4-HMAC-SHA256 Credential=/.test(request.headers.get('authorization') ?? ''))
        return refusal(403, 'AccessDenied')
      if (!request.headers.get('authorization')?.includes(`Credential=${STORAGE_KEY}/`))
        return refusal(403, 'InvalidAccessKeyId')
      if (fault && (fault.call?.(call) ?? true)) {
        if (fault.answer !== 'hang up') return refusal(fault.answer.status, fault.answer.code)
        void server.stop(true)
        return await new Promise<Response>(() => {})
      }
      if (!call.object.startsWith(`${bucket}/`)) return refusal(404, 'NoSuchBucket')
      return await answer(request, call)
    }
  })

  async function answer(request: Request, { kind, object, part }: StorageCall): Promise<Response> {
    const upload = new URL(request.url).searchParams.get('uploadId') ?? ''
    switch (kind) {
      case 'begin': {
        const id = crypto.randomUUID()
        uploads.set(id, new Map())
        return new Response(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
        )
      }
      case 'part': {
        const content = await request.bytes()
        await held
        if (!uploads.get(upload)?.set(part, content)) return refusal(404, 'NoSuchUpload')
        return new Response(null, { headers: { ETag: `"${part}"` } })
      }
      case 'complete': {
        const parts = uploads.get(upload)
        if (!parts) return refusal(404, 'NoSuchUpload')
        uploads.delete(upload)
        objects.set(object, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, content]) => content)))
        return new Response(
          '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>'
        )
      }
      case 'abort':
        return uploads.delete(upload) ? new Response(null, { status: 204 }) : refusal(404, 'NoSuchUpload')
      case 'put':
        objects.set(object, await request.bytes())
        return new Response(null, { headers: { ETag: '"put"' } })
      case 'delete':
        objects.delete(object)
        return new Response(null, { status: 204 })
      default:
        return contentOf(objects.get(object), request.headers.get('range'))
    }
  }

  return {
    bucket,
    objects,
    /** Uploads that were neither completed nor aborted. */
    uploads,
    calls,
    settings: {
      s3Endpoint: server.url.origin,
      s3Region: null,
      s3AccessKeyId: STORAGE_KEY,
      s3SecretAccessKey: 'secret-of-a-test',
      s3SessionToken: null
    },
    fail(next: StorageFault | null) {
      fault = next
    },
    /** Answers no part until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** An upload is aborted beside the error that its writer hears of. */
    untilNoUpload: () => until(async () => uploads.size === 0),
    stop: () => server.stop(true)
  }
}

export type ObjectStorage = ReturnType<typeof startObjectStorage>

function callOf(request: Request): StorageCall {
  const { pathname, searchParams } = new URL(request.url)
  const { method } = request
  const inUpload = searchParams.has('uploadId')
  const kinds: Record<string, StorageCall['kind']> = {
    GET: 'read',
    HEAD: 'look',
    PUT: inUpload ? 'part' : 'put',
    POST: inUpload ? 'complete' : 'begin',
    DELETE: inUpload ? 'abort' : 'delete'
  }
  return {
    method,
    object: decodeURIComponent(pathname.slice(1)),
    kind: kinds[method] ?? 'read',
    part: Number(searchParams.get('partNumber'))
  }
}

function contentOf(content: Uint8Array<ArrayBuffer> | undefined, range: string | null): Response {
  if (!content) return refusal(404, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return new Response(content)
  if (Number(from) >= content.length) return refusal(416, 'InvalidRange')
  return new Response(content.slice(Number(from), to ? Number(to) + 1 : undefined), { status: 206 })
}

const refusal = (status: number, code: string) =>
  new Response(`<Error><Code>${code}</Code><Message>of a test</Message></Error>`, { status })
