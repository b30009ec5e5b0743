import { createHash } from 'node:crypto'

type Form = 'number' | 'text' | 'moment' | 'numbers' | 'texts' | 'json'

/** Columns of `audit_event`, and how `jsonb` writes them. */
const FORMS = {
  id: 'number',
  xid: 'text',
  at: 'moment',
  actor_kind: 'text',
  actor_id: 'number',
  via: 'text',
  action: 'text',
  purpose: 'text',
  query_tokens: 'numbers',
  source_keys: 'texts',
  result_count: 'number',
  record_ids: 'numbers',
  ip_prefix: 'text',
  detail: 'json'
} as const satisfies Record<string, Form>

type Column = keyof typeof FORMS
/** Every column as the text that the database keeps, in UTC. */
export type RawRow = Record<Column, string | null>

/** As `jsonb` orders keys: shorter ones first. */
export const ROW_COLUMNS = (Object.keys(FORMS) as Column[]).toSorted(
  (a, b) => a.length - b.length || (a < b ? -1 : 1)
)
export const RAW_COLUMNS = ROW_COLUMNS.map(name => `${name}::text AS ${name}`).join(', ')

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** What `api/db/functions/audit_row_hash.sql` writes, without asking a function that could have been replaced. */
export function rowHash(row: RawRow): string {
  const entries = ROW_COLUMNS.flatMap(name => {
    const written = row[name] === null ? 'null' : jsonOf(FORMS[name], row[name])
    return written === 'null' ? [] : `"${name}": ${written}`
  })
  return sha256(`{${entries.join(', ')}}`)
}

function jsonOf(form: Form, raw: string): string {
  if (form === 'number' || form === 'json') return raw
  if (form === 'text') return JSON.stringify(raw)
  if (form === 'moment') return `"${momentOf(raw)}"`
  const items = form === 'numbers' ? raw.slice(1, -1).split(',').filter(Boolean) : itemsOf(raw)
  return `[${items.map(item => (item === 'NULL' ? 'null' : item)).join(', ')}]`
}

/** The elements of an array literal of texts, as JSON. */
const itemsOf = (raw: string): string[] =>
  [...raw.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gsu)].map(([, quoted, bare]) =>
    bare === 'NULL' ? 'NULL' : JSON.stringify(bare ?? quoted?.replace(/\\(.)/gsu, '$1'))
  )

/** «2026-11-28 20:09:40.12+00» → «2026-11-28T20:09:40.120000» */
function momentOf(raw: string): string {
  const [, day, time, fraction = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(raw) ?? []
  return day === undefined ? raw : `${day}T${time}.${fraction.padEnd(6, '0')}`
}

export interface RawSeal {
  n: number
  firstId: string
  lastId: string
  rowCount: number
  newestAt: string
  digest: string
  hash: string
  ids: string | null
  rowHashes: string | null
}

/** What `api/db/functions/audit_seal_hash.sql` writes. */
export function sealHash(
  { n, firstId, lastId, rowCount, newestAt, digest }: RawSeal,
  hashBefore: string
): string {
  const moment = momentOf(newestAt)
  const micros = BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(moment.slice(20))
  return sha256([n, firstId, lastId, rowCount, micros, digest, hashBefore].join('|'))
}

/** Whether the numbers and hashes of rows are those that were sealed; those that were dropped are not known. */
export const isDigestWhole = ({ digest, ids, rowHashes }: RawSeal): boolean =>
  ids === null || rowHashes === null || digest === sha256(ids, Buffer.from(rowHashes, 'hex'))
