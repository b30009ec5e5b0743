import { RECORD_RULE } from '#api/engines/index-record.ts'
import { hash64 } from '#api/lib/hash64.ts'

/** That a batch brought a version, as the row of its file (counted as stored ones) where the chunk with it began. */
export type Claim = [batch: number, chunk: number]

/** What a version of a record says. */
export interface Content {
  k: string[]
  s?: string
  u: string[]
  v: readonly string[]
}

/** A version that later batches overwrote. */
export interface EarlierVersion extends Content {
  c: Claim[]
}

/** A record as its index keeps it. Names are short, since each is stored with every record. */
export interface StoredDocument {
  /** Its number, as text: more than 53 bits. */
  n: string
  /** Keys. */
  k: string[]
  /** Surname with the gender of its form. */
  s?: string
  /** Subject keys. */
  u: string[]
  /** Batches that brought any version. */
  b: string[]
  /** What is not searched. */
  d: {
    /** The part of `record_id` after the source key. */
    r: string
    /** Values in the order of the source's columns. */
    v: readonly string[]
    /** Overwritten versions, the oldest first. */
    e?: EarlierVersion[]
    /** Of the present version, its first owner first. The encoder relies on its being last. */
    c: Claim[]
  }
}

/** A longer key would not fit into a term of Lucene. */
const KEY_CHARS_MAX = 256
/** Above it a shard takes too long to be moved or recovered. */
const RECORDS_A_SHARD = 50_000_000
const SHARDS_MAX = 32

/** The same record under the same claims, with what each version says made anew. */
export function withVersionsRemade(
  stored: StoredDocument,
  remake: (version: Content) => Content
): StoredDocument {
  const { n, b, d } = stored
  const { v, ...present } = remake({ ...contentIn(stored) })
  const earlier = d.e?.map(({ c, ...version }) => ({ ...remake(version), c }))
  return { n, ...present, b, d: { r: d.r, v, ...(earlier && { e: earlier }), c: d.c } }
}

/** What the present version says. */
export const contentIn = ({ k, s, u, d }: StoredDocument): Content => ({
  k,
  ...(s !== undefined && { s }),
  u,
  v: d.v
})

export const storedKey = (key: string): string => (key.length <= KEY_CHARS_MAX ? key : `#${hash64(key)}`)

/** Keys are asked for and never sorted or scored: neither doc values nor norms. The number is the order of listings. */
const ASKED = { type: 'keyword', doc_values: false, norms: false } as const

/** Subject keys where doc values of them are numbers, which they are not in an index of an older form. */
export const SUBJECTS = 'subjects'

/** How a new index is made, for so many records as its first load is expected to bring. */
export const indexSettings = (expectedRecords: number) =>
  ({
    settings: {
      number_of_shards: Math.min(SHARDS_MAX, Math.max(1, Math.ceil(expectedRecords / RECORDS_A_SHARD))),
      auto_expand_replicas: '0-1'
    },
    mappings: {
      dynamic: false,
      _meta: { rule: RECORD_RULE },
      properties: {
        n: { type: 'long' },
        k: ASKED,
        s: ASKED,
        // Doc values tell who is among the records of a count without reading them. Those of numbers cost a load less than
        // those of text. Not by them alone: a search that leaves out 200 keys would look at every record.
        u: { type: 'long' },
        [SUBJECTS]: { type: 'alias', path: 'u' },
        b: ASKED,
        d: { type: 'object', enabled: false }
      }
    }
  }) as const
