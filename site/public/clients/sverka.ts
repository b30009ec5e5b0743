/**
 * A client of the public API in one file, without dependencies: for Bun, Deno, Node 20 and browsers. Copy it.
 *
 *   const sverka = createSverka('https://example.com', 'ps_…')
 *   const answer = await sverka.search('Примеров Илья 14.03.1981')
 *   for await (const page of sverka.further(answer)) console.log(page.results_count)
 *   for await (const row of sverka.list(['Примеров Илья 14.03.1981', …])) console.log(row.n, row.outcome)
 */

export type Tone = 'agree' | 'missing' | 'contradict'
export type Band = 'full' | 'missing' | 'near' | 'partial' | 'contradicts'

/** A record: the labels of its source with their values, and its id. */
export interface SourceRecord {
  [label: string]: string | number | string[] | undefined
  record_id: string
  duplicates?: number | undefined
  duplicate_ids?: string[] | undefined
}

export interface Party {
  role: string
  /** «врач», «супруг(а)». */
  label: string
  /** Tells two witnesses of one record apart. */
  place: number
}

export interface Match {
  score: number
  why: string[]
  band: Band
  reading: string
  /** As whom the record names who answers. */
  party?: Party
}

export interface Person {
  id: string
  kind: 'person' | 'organisation'
  label: 'match' | 'probable' | 'namesake' | 'related'
  band: Band
  score: number
  name: string | null
  birth_date: string | null
  /** Of records that name this one as somebody else in the same words, one of each source: `parties` has them all. */
  record_ids: string[]
  /** As whom records name this one, by the id of each. */
  parties?: Record<string, Party>
  why: string[]
  query_reasons: { code: string; part: string; tone: Tone; text: string; record_ids: string[] }[]
}

export interface Source {
  title: string
  as_of: string
  number: number
  state: 'records' | 'empty' | 'failed'
  shown: number
  total: number
  total_is_exact: boolean
  more: boolean
}

/** What answers to a line and to a cursor have. */
export interface Records {
  status: 'ok'
  search_id: string
  results_by_source: Record<string, SourceRecord[]>
  matches: Record<string, Match>
  persons: Person[]
  results_count: number
  /** For `further`; null when there is nothing more. */
  cursor: string | null
  query_time_ms: number
  charged: number
  balance: number
}

export interface SearchAnswer extends Records {
  request: string
  searched_at: string
  readings: { kind: string; label: string; value: string; valid: boolean; confidence: number }[]
  sources_meta: Record<string, Source>
  completeness: { shown: number; total: number; total_is_exact: boolean; more: boolean }
  /** What may have been missed, in Russian, while records are prepared anew; nothing found beside it is free. */
  completeness_note?: string
  failed_sources: string[]
}

export interface BalanceAnswer {
  status: 'ok'
  user_id: number
  balance: number
  balance_status: 'active' | 'empty' | 'unlimited'
  role: string
}

export interface List {
  id: string
  state: 'draft' | 'running' | 'paused' | 'stopped' | 'done'
  rows: number
  /** Requests that the rows without an answer cost at most. */
  price: number
  balance: number
  left: number
}

/** A row of a list with what its search came to. */
export interface ListRow {
  n: number
  line: string
  outcome: string
  reason_text: string | null
  repeat_of: number | null
  people: number
  best: {
    label: Person['label']
    band: Band
    score: number | null
    name: string | null
    record_ids: string[]
  } | null
  search_id: string | null
  charged: number
}

export interface Refusal {
  status: 'error'
  /** The HTTP status. */
  code: number
  error: string
  error_code: string
}

/** A refusal of the service. `retryAfterSeconds` stands with 429 and 503. */
export class SverkaError extends Error {
  override name = 'SverkaError'
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number | null

  constructor({ error, error_code }: Pick<Refusal, 'error' | 'error_code'>, response: Response) {
    super(error)
    this.status = response.status
    this.code = error_code
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  }
}

export interface SearchOptions {
  /** From 10 to 10,000; 100 without it. */
  limit?: number
  /** `full`: with the summary of everybody, not of the first ten alone. */
  detail?: 'full'
  /** A repeat with the same key costs nothing. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Sverka {
  /** Costs one request when all sources answer. @throws SverkaError */
  search(request: string, options?: SearchOptions): Promise<SearchAnswer>
  /** The records after those of an answer, page by page, for nothing. @throws SverkaError */
  further(answer: Pick<Records, 'cursor'>, signal?: AbortSignal): AsyncGenerator<Records, void>
  balance(signal?: AbortSignal): Promise<BalanceAnswer>
  /**
   * Makes a list, starts it when `agrees` to its price, waits for its end and gives its rows. @throws SverkaError, and an Error
   * where the list is paused because credits ended.
   */
  list(lines: readonly string[], agrees?: (draft: List) => boolean): AsyncGenerator<ListRow, void>
}

/** Between two calls of an account. */
const INTERVAL_MS = 500
const TRIES = 3
const LIST_LOOK_MS = 2_000

/** Calls one after the other, in the pace that the service allows, and follows no redirect to another host. */
export function createSverka(origin: string, token: string): Sverka {
  let last: Promise<unknown> = Promise.resolve()

  async function call<T>(
    path: string,
    body: object | null,
    { idempotencyKey, signal }: SearchOptions
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(new URL(path, origin), {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey })
        },
        body: body && JSON.stringify(body),
        signal: signal ?? null,
        redirect: 'error'
      })
      const answer = await response.json().catch(nullOfNoJson)
      if (response.ok && answer !== null && typeof answer === 'object') return answer as T
      // Lists name the code as pages are told it.
      const { code, error, error_code = String(code ?? 'UNKNOWN') }: Partial<Refusal> = answer ?? {}
      const refused = new SverkaError({ error: error ?? `HTTP ${response.status}`, error_code }, response)
      if (refused.code !== 'TOO_OFTEN' || tries === TRIES) throw refused
      await pause(INTERVAL_MS)
    }
  }

  function callInTurn<T>(path: string, body: object | null, options: SearchOptions = {}): Promise<T> {
    const answer = last.then(() => call<T>(path, body, options))
    last = answer.catch(() => {}).then(() => pause(INTERVAL_MS))
    return answer
  }

  return {
    search: (request, { limit, detail, ...options } = {}) =>
      callInTurn<SearchAnswer>('/api/search', { request, limit, detail }, options),
    async *further({ cursor }, signal) {
      for (let next = cursor; next !== null; ) {
        const page = await callInTurn<Records>('/api/search', { cursor: next }, signal ? { signal } : {})
        yield page
        next = page.cursor
      }
    },
    balance: signal => callInTurn<BalanceAnswer>('/api/balance', {}, signal ? { signal } : {}),
    async *list(lines, agrees = () => true) {
      const draft = await callInTurn<{ list: List }>('/api/lists', { lines })
      const path = `/api/lists/${draft.list.id}`
      if (!agrees(draft.list)) return
      await callInTurn(`${path}/start`, {})
      for (let state = 'running'; state === 'running'; ) {
        await pause(LIST_LOOK_MS)
        state = (await callInTurn<{ list: List }>(path, null)).list.state
        if (state === 'paused') throw new Error('the list is paused')
      }
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const page: { rows: ListRow[]; cursor: string | null } = await callInTurn(
          `${path}/rows?cursor=${cursor}`,
          null
        )
        yield* page.rows
        cursor = page.cursor
      }
    }
  }
}

const nullOfNoJson = (wrong: unknown) => (wrong instanceof SyntaxError ? null : Promise.reject(wrong))
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
