import type { Unversioned } from '#api/book/changes.ts'
import { hash64 } from '#api/lib/hash64.ts'

/** Raised with every change of what an index keeps: one of another form is made anew. */
export const FORM = 1

/** Above it a shard takes too long to be moved or recovered. */
const RECORDS_A_SHARD = 50_000_000
const SHARDS_MAX = 32
/** Asked for and never sorted or scored: neither doc values nor norms. */
const ASKED = { type: 'keyword', doc_values: false, norms: false } as const

/** A record in an index, with the names of the book's columns. All numbers are text: they have more than 53 bits. */
export interface StoredDocument {
  /** Its number, the order of every answer. */
  n: string
  src: string
  k: string[]
  sur?: string
  subj: string[]
}

/** How a new index is made, for so many records as are expected. Whoever writes refreshes it. */
export const indexSettings = (expectedRecords: number) => ({
  settings: {
    number_of_shards: Math.min(SHARDS_MAX, Math.max(1, Math.ceil(expectedRecords / RECORDS_A_SHARD))),
    auto_expand_replicas: '0-1',
    refresh_interval: '-1'
  },
  mappings: {
    dynamic: false as const,
    _meta: { form: FORM },
    properties: {
      n: { type: 'long' as const },
      // Its doc values count a search by source.
      src: { type: 'keyword' as const, norms: false },
      k: ASKED,
      sur: ASKED,
      // Doc values tell who is among the records of a count without reading them, and those of numbers cost less than those
      // of text. Not by them alone: a search that leaves out 200 keys would look at every record.
      subj: { type: 'long' as const },
      gone: { type: 'long' as const }
    }
  }
})

/** A key or surname as records have it. */
export const storedKey = (key: string): string => String(hash64(key))

const listOf = (literal: string): string =>
  literal.length > 2 ? `["${literal.slice(1, -1).replaceAll(',', '","')}"]` : '[]'

/** As JSON, made of the book's text without reading its numbers. */
export function documentOf({ number, source, keys, surname, subjects }: Unversioned): string {
  const sur = surname === null ? '' : `,"sur":"${surname}"`
  return `{"n":"${number}","src":"${source}","k":${listOf(keys)}${sur},"subj":${listOf(subjects)}}`
}

/**
 * In place of a record that is gone, so that an older version which comes late stays away: a deletion is forgotten by the
 * server within a minute, and would make an index where there is none. It matches nothing.
 */
export const tombstoneOf = (version: string): string => `{"gone":${version}}`
