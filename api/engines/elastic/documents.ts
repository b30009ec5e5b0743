import type { Unversioned } from '#api/book/changes.ts'

/** Raised with every change of the form, which rebuilds the index. */
export const FORM = 1

/** Larger shards are slow to move and recover. */
const RECORDS_A_SHARD = 50_000_000
const SHARDS_MAX = 32
/** Never sorted or scored. */
const ASKED = { type: 'keyword', doc_values: false, norms: false } as const

/** Columns of the book; numbers are text, because they exceed 53 bits. */
export interface StoredDocument {
  /** Sort order of every answer. */
  n: string
  src: string
  k: string[]
  sur?: string
  subj: string[]
}

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
      // Doc values serve counts by source.
      src: { type: 'keyword' as const, norms: false },
      k: ASKED,
      sur: ASKED,
      // Doc values serve counts, and are cheaper as numbers; but excluding 200 keys by them alone would visit every
      // record.
      subj: { type: 'long' as const },
      gone: { type: 'long' as const }
    }
  }
})

const listOf = (literal: string): string =>
  literal.length > 2 ? `["${literal.slice(1, -1).replaceAll(',', '","')}"]` : '[]'

export function documentOf({ number, source, keys, surname, subjects }: Unversioned): string {
  const sur = surname === null ? '' : `,"sur":"${surname}"`
  return `{"n":"${number}","src":"${source}","k":${listOf(keys)}${sur},"subj":${listOf(subjects)}}`
}

/** Replaces a removed record, so that an older version cannot return: the server forgets deletions within a minute. */
export const tombstoneOf = (version: string): string => `{"gone":${version}}`
