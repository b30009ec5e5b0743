import type { Book } from '#api/book/contract.ts'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import type { SearchEngines } from '#api/engines/search.ts'
import type { Numbering } from '#api/features/numbering/service.ts'
import type { Sources } from '#api/features/sources/service.ts'
import type { Statistics } from '#api/features/statistics/service.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import type { TraceParent, Tracing } from '#api/lib/tracing.ts'
import type { Detail } from '#shared/contracts/search.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import type { AnswerOutcome } from './outcome.ts'
import type { ChosenReading } from './parse-query.ts'

export interface PagePositionJson {
  stage: number
  after: string | null
}

export interface NextPageRequest {
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Records that the search showed. */
  shownNumbers: readonly string[]
  addedNumbers: readonly string[]
  source: string | null
  place: PagePositionJson | null
}

export interface ShownRow {
  line: string
  chosen: ChosenReading
  numbers: readonly string[]
}

/** Questions about shown records, which are named by number. */
export type ShownRequest =
  | { ask: 'compare'; pages: readonly (readonly string[])[]; a: string; b: string }
  /** See `ShownCard`. */
  | { ask: 'cards'; pages: readonly (readonly string[])[] }
  /** Records of a person beyond the line, or their number. */
  | {
      ask: 'further'
      pages: readonly (readonly string[])[]
      personId: string
      addedBefore: readonly string[]
      isCountOnly: boolean
    }
  | { ask: 'reveal'; pages: readonly (readonly string[])[]; recordId: string; field: string }
  | { ask: 'named'; pages: readonly (readonly string[])[]; ids: readonly string[] }
  | { ask: 'people'; pages: readonly (readonly string[])[]; ids: readonly string[] }
  /** Best people of rows, by their records. */
  | { ask: 'rows'; rows: readonly ShownRow[] }
  /** Records that may still be shown, and their sources. */
  | { ask: 'visible'; numbers: readonly string[]; sourceKeys: readonly string[] }

/** A person in the body of an answer about `cards`. */
export interface ShownCard {
  id: string
  name: string
  birthDate: string | null
  /** Keyed hashes of the identity (`identityKeys`). */
  tokens: string[]
  records: { id: string; number: string; token: string }[]
}

export interface SearchRequest {
  /** As written, or as stored. */
  query: string
  chosen: ChosenReading
  /** Limit of a public answer; null for the page. */
  limit?: number | null | undefined
  detail?: Detail
  further?: NextPageRequest | null
  shownRequest?: ShownRequest | null
  /** `any` shows nobody; null for none. */
  purpose?: PurposeCode | 'any' | null
  /** Of the caller's role (`disclosureFor`), so that each way in has to say it. */
  isMasked: boolean
  trace?: TraceParent
}

/** The same for every caller. */
export interface PreparedAnswer {
  query: string
  /** UTF-8, open JSON without the charge: see `finishAnswer`. */
  body: Uint8Array
  outcome?: AnswerOutcome
  resultsCount: number
  /** It is paid for: every source asked has answered. Its headline is `partial` all the same where one may have more. */
  isComplete: boolean
  /** See `Findings`. */
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Null at the end; unknown for the page. */
  next?: PagePositionJson | null
  /** Version of policy and data: see `CurrentSources`. */
  dataVersion: string
  sourceKeys: string[]
  /** For the audit, as array literals: keyed hashes of keys, and records shown. */
  tokens: string
  recordNumbers: string
  /** Keyed hash of the neighbouring numbers. */
  numberBlock?: string
}

export type Answerer = (request: SearchRequest, signal: AbortSignal) => Promise<PreparedAnswer>

export interface AnswererParts extends SearchEngines {
  book: Book
  sources: Pick<Sources, 'current'>
  numbering: Numbering
  statistics: Statistics
  auditHash: KeyedHash
  tracing: Tracing
}

export interface FinishedAnswer {
  /** In parts, so that a large answer is not copied. */
  body: readonly Uint8Array[]
  /** For `awaitHandOver`; null without a pending delivery. */
  delivery: string | null
}

/** Appends the charge without parsing the answer. */
export const finishAnswer = (
  { body }: Pick<PreparedAnswer, 'body'>,
  last: object,
  delivery: string | null
): FinishedAnswer => ({ body: [body, Buffer.from(`,${JSON.stringify(last).slice(1)}`)], delivery })
