import type { Client } from '@elastic/elasticsearch'
import { type BulkItem, CONFLICT, sendBulk } from './bulk.ts'
import type { StoredDocument } from './documents.ts'
import { ElasticDownError, ElasticError, NO_INDEX, type ServerError } from './failures.ts'
import { indexGone } from './index-marks.ts'
import { bulkIndex } from './index-names.ts'
import { createPaging, type PageLimits } from './pages/paging.ts'

/** Where a record is in the cluster. */
export interface RecordAddress {
  index: string
  id: string
}

interface Fetched {
  _index: string
  _id: string
  found?: boolean
  error?: ServerError
  _source?: StoredDocument
  _seq_no?: number
  _primary_term?: number
}

/** Others may write the same records; each round at least one of them is through. */
const ROUNDS_MAX = 20

/**
 * Changes records by what is stored of them: reads them, asks `change`, and writes what it says unless somebody else has
 * written meanwhile; then once more. `change` returns what to store, null to remove the record, or undefined to leave it
 * alone; its last call for a record is the one that holds.
 *
 * @param paging Of whoever rewrites many records again and again.
 */
export async function rewriteRecords(
  client: Client,
  addresses: readonly RecordAddress[],
  change: (stored: StoredDocument | undefined, at: number) => StoredDocument | null | undefined,
  paging = createPaging(addresses.length)
): Promise<void> {
  let open = addresses.map((address, at) => ({ ...address, at }))
  for (let round = 0; open.length > 0; round += 1) {
    if (round === ROUNDS_MAX) throw new ElasticError('Записи всё время меняет кто-то ещё. Повторите позже')
    const conflicts: typeof open = []
    while (open.length > 0) {
      const { page: fetched, size } = await paging((most, limits) =>
        fetchRecords(client, open.slice(0, most), limits)
      )
      const part = open.splice(0, size)
      const writes = [...fetched.entries()].flatMap(([place, current]) => {
        const own = part[place]
        if (!own) return []
        if (current.error) throw failureOf(current.error)
        const document = change(current._source, own.at)
        return document === undefined || (document === null && !current.found)
          ? []
          : [{ own, action: actionOf(own, current, document) }]
      })
      const items: BulkItem[] = await sendBulk(
        client,
        writes.map(({ action }) => action)
      )
      conflicts.push(
        ...writes.filter((_write, place) => items[place]?.status === CONFLICT).map(({ own }) => own)
      )
    }
    open = conflicts
  }
}

/** What was not read is not told from what is not there: a record would be counted as gone. */
const failureOf = (error: ServerError): Error =>
  error.type === NO_INDEX
    ? indexGone()
    : Object.assign(new ElasticDownError(`a record was not read: ${error.type}`), { body: { error } })

async function fetchRecords(
  client: Client,
  addresses: readonly RecordAddress[],
  limits: PageLimits
): Promise<Fetched[]> {
  const docs = addresses.map(({ index, id }) => ({ _index: index, _id: id }))
  return (await client.mget({ docs }, limits)).docs as Fetched[]
}

function actionOf(
  address: RecordAddress,
  { found, _seq_no, _primary_term }: Fetched,
  document: StoredDocument | null
): string {
  const at = { ...bulkIndex(address.index), _id: address.id }
  const unchanged = { if_seq_no: _seq_no, if_primary_term: _primary_term }
  if (document === null) return `${JSON.stringify({ delete: { ...at, ...unchanged } })}\n`
  const action = found ? { index: { ...at, ...unchanged } } : { create: at }
  return `${JSON.stringify(action)}\n${JSON.stringify(document)}\n`
}
