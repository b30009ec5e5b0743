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

/** A place as text, which every thread understands. */
export interface PlaceText {
  stage: number
  after: string | null
}

/** Which records of a search come next. */
export interface FurtherRequest {
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Numbers of the records that the search showed. */
  shownNumbers: readonly string[]
  /** Of those that were added to its people. */
  addedNumbers: readonly string[]
  /** Of this source alone. */
  source: string | null
  place: PlaceText | null
}

/** A row of a list that was answered. */
export interface ShownRow {
  line: string
  chosen: ChosenReading
  numbers: readonly string[]
}

/** What is asked about records that a search showed, instead of searching. Records stand by their numbers. */
export type ShownRequest =
  /** Two people or records side by side. */
  | { ask: 'compare'; pages: readonly (readonly string[])[]; a: string; b: string }
  /** Who was shown: see `ShownCard`. */
  | { ask: 'cards'; pages: readonly (readonly string[])[] }
  /** Records of a person that the line does not find, those of before and as many more as a search may have; or only how many. */
  | {
      ask: 'further'
      pages: readonly (readonly string[])[]
      personId: string
      addedBefore: readonly string[]
      isCountOnly: boolean
    }
  /** A value of a record as it is, for whom it is masked. */
  | { ask: 'reveal'; pages: readonly (readonly string[])[]; recordId: string; field: string }
  /** The records that people are named by, in the order of their ids. */
  | { ask: 'named'; pages: readonly (readonly string[])[]; ids: readonly string[] }
  /** People by ids of theirs or of their records, with all that was shown of them. */
  | { ask: 'people'; pages: readonly (readonly string[])[]; ids: readonly string[] }
  /** The best people of rows of lists, by the records that they were found in. */
  | { ask: 'rows'; rows: readonly ShownRow[] }
  /** Those that may still be shown, with the sources of which some were. */
  | { ask: 'visible'; numbers: readonly string[]; sourceKeys: readonly string[] }

/** A person whom a search showed, as the body of an answer about `cards` lists them. */
export interface ShownCard {
  id: string
  name: string
  birthDate: string | null
  /** Keyed hashes of what says who that is (`identityKeys`). */
  tokens: string[]
  /** Those that were joined: the id that each gives its person, its number, and a keyed hash of it as that person. */
  records: { id: string; number: string; token: string }[]
}

export interface SearchRequest {
  /** As it was written, or as it is stored of a search that was made. */
  query: string
  chosen: ChosenReading
  /** Most records of an answer of the public API, which is written in its form; null of the page. */
  limit?: number | null | undefined
  /** Of the people of the answer. */
  detail?: Detail
  /** Asks for further records of a search with this line instead. */
  further?: FurtherRequest | null
  shownRequest?: ShownRequest | null
  /** Stated for it, which not every source may allow; `any` of what shows nobody. Without one as null. */
  purpose?: PurposeCode | 'any' | null
  /** Shows passport, INN and SNILS masked. */
  isMasked?: boolean
  /** Of the call, for the spans of its parts. */
  trace?: TraceParent
}

/** The result of a request, the same for every caller. */
export interface PreparedAnswer {
  /** The line as it is stored. */
  query: string
  /** UTF-8, the JSON of a `SearchAnswer` without the fields of the charge and the closing brace: see `closeAnswer`. */
  body: Uint8Array
  /** Of a search. */
  outcome?: AnswerOutcome
  resultsCount: number
  isComplete: boolean
  /** Which steps «ещё» goes on with: see `SearchFindings`. */
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Where the records after these begin, null at the end; of the page's own answer unknown. */
  next?: PlaceText | null
  /** The version of policy and data under which it was found: see `CurrentSources`. */
  dataVersion: string
  sourceKeys: string[]
  /** For the audit, as array literals: keyed hashes of the looked-up keys, and the records shown. */
  tokens: string
  recordNumbers: string
  /** Of a search for a number: a keyed hash of the numbers around it. */
  numberBlock?: string
}

/**
 * Searches all sources and ranks the findings. Throws a refusal for a query that cannot be searched, and when no source
 * answers.
 */
export type Answerer = (request: SearchRequest, signal: AbortSignal) => Promise<PreparedAnswer>

export interface AnswererParts extends SearchEngines {
  book: Book
  sources: Pick<Sources, 'current'>
  numbering: Numbering
  statistics: Statistics
  auditHash: KeyedHash
  tracing: Tracing
}

export interface ClosedAnswer {
  /** The JSON of a `SearchAnswer` in parts, so that a large one is not copied. */
  body: readonly Uint8Array[]
  /** For `awaitHandOver`; null when no delivery is pending. */
  delivery: string | null
}

/** Appends the caller's own fields, so that a large answer is never parsed again. */
export const closeAnswer = (
  { body }: Pick<PreparedAnswer, 'body'>,
  last: object,
  delivery: string | null
): ClosedAnswer => ({ body: [body, Buffer.from(`,${JSON.stringify(last).slice(1)}`)], delivery })
