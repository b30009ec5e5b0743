import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { BACKUP_LOCK, isExclusive } from '#api/db/exclusive-lock.ts'
import { RecordsBackedUpError } from '#api/db/load-failure.ts'
import type { SourceKey } from '#api/engines/contract.ts'
import { indexSettings } from './documents.ts'
import { ElasticError, typeOf } from './failures.ts'
import { giveMarks, indexGone, type Marks, readMarks, retireMarks } from './index-marks.ts'
import { indexOf, searchAlias, sourceOf, writeAlias } from './index-names.ts'
import type { Stores } from './namespace.ts'
import { DEFERRED, resumeRefresh } from './refresh.ts'
import { namesIn, partsOf } from './shapes.ts'

const EXISTS = 'resource_already_exists_exception'
/** An index by the name of an alias, or another one to be written by it: one of another mark was made meanwhile. */
const CLASHES = new Set(['invalid_alias_name_exception', 'illegal_state_exception'])
const ROUNDS_MAX = 5
/** For what the master alone does: one that does not answer is not waited for as long as for records. */
const MASTER_LIMITS = { requestTimeout: 20_000, maxRetries: 0 }

/** Indices of the namespace that this product made, with their aliases. */
type Listed = ReadonlyMap<string, ReadonlySet<string>>

interface IndexList {
  own: Listed
  closed: string[]
  /** Which a load has left without their refresh. */
  deferred: string[]
  /** What somebody else made by a name of ours, or put behind an alias of ours, with those names. */
  intruders: ReadonlyMap<string, readonly string[]>
}

const LISTED_PARTS = [
  '*.aliases',
  '*.mappings._meta',
  '*.settings.index.uuid',
  '*.settings.index.refresh_interval',
  '*.settings.index.verified_before_close'
]

async function listIndices(
  { client, namespace }: Pick<Stores, 'client' | 'namespace'>,
  index: readonly string[] = [`${namespace}-*`],
  limits: { requestTimeout?: number; maxRetries?: number } = {}
): Promise<IndexList> {
  const question = {
    index: [...index],
    filter_path: LISTED_PARTS,
    ignore_unavailable: true,
    expand_wildcards: 'all' as const
  }
  const byIndex = await client.indices.get(question, limits)
  const isOurs = (name: string) => name.startsWith(`${namespace}-`)
  const namesOf = (name: string) => [name, ...Object.keys(byIndex[name]?.aliases ?? {})]
  const [own, intruders] = [new Map<string, Set<string>>(), new Map<string, string[]>()]
  for (const name of namesIn(byIndex))
    if (isOurs(name) && byIndex[name]?.mappings?._meta?.rule !== undefined)
      own.set(name, new Set(namesOf(name).slice(1)))
    else intruders.set(name, namesOf(name).filter(isOurs))
  const ours = [...own.keys()]
  return {
    own,
    closed: ours.filter(name => byIndex[name]?.settings?.index?.verified_before_close),
    deferred: ours.filter(name => byIndex[name]?.settings?.index?.refresh_interval === DEFERRED),
    intruders
  }
}

/**
 * The index of each source that has one. Others of the namespace were left by a process that ended.
 *
 * @throws ElasticError which names what somebody else has put where our records are read, or has closed.
 */
export async function presentIndices(stores: Stores): Promise<ReadonlySet<string>> {
  const { owner, namespace } = stores
  const { own, closed, intruders } = await listIndices(stores)
  assertNoIntruders(intruders)
  const rows = await owner<{ key: SourceKey; mark: string }[]>`SELECT key, index_mark AS mark FROM source`
  const present = new Set(rows.map(({ key, mark }) => indexOf(namespace, key, mark)))
  const closedPresent = closed.filter(index => present.has(index))
  if (closedPresent.length > 0)
    throw new ElasticError(
      `Индексы Elasticsearch закрыты: ${closedPresent.join(', ')}. Откройте их и повторите`
    )
  return new Set([...present].filter(index => own.has(index)))
}

/**
 * @param isAsked Whether it matters what lies behind a name of ours.
 * @throws ElasticError which names what somebody else has put there.
 */
export function assertNoIntruders(
  intruders: IndexList['intruders'],
  isAsked: (name: string) => boolean = () => true
): void {
  const named = [...intruders].flatMap(([index, names]) => {
    const [name] = names.filter(isAsked)
    return name === undefined ? [] : [name === index ? index : `${index} (псевдоним ${name})`]
  })
  if (named.length > 0)
    throw new ElasticError(
      `В Elasticsearch под именами индексов этой программы стоят чужие: ${named.join(', ')}. Удалите их или снимите с них ` +
        'псевдонимы и повторите'
    )
}

/**
 * Work with records of these sources by their aliases. Beside somebody else's index it reads and writes what is not to be
 * counted.
 *
 * @throws ElasticError which names what somebody else has put by a name of theirs, in place of why the work failed.
 */
export async function amongOurs<T>(
  stores: Pick<Stores, 'client' | 'namespace'>,
  sources: Pick<ReadonlySet<SourceKey>, 'has'>,
  work: Promise<T>
): Promise<T> {
  const [outcome] = await Promise.allSettled([work])
  const { intruders } = await listIndices(stores).catch(error => {
    throw outcome.status === 'rejected' ? outcome.reason : error
  })
  assertNoIntruders(intruders, name => sources.has(sourceOf(stores.namespace, name)))
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** All indices of a source, of whatever mark. */
export const indicesOf = async (
  stores: Pick<Stores, 'client' | 'namespace'>,
  source: SourceKey,
  limits: { requestTimeout: number; maxRetries: number }
): Promise<Pick<IndexList, 'own' | 'intruders'>> => {
  const plain = searchAlias(stores.namespace, source)
  return await listIndices(stores, [plain, `${plain}.*`], limits)
}

/**
 * Puts back what somebody took away of the aliases of a source, before its records are read to be changed: by a missing
 * alias there is nothing to change, and all of it would be found again with the alias.
 *
 * @returns Where they are written; null of a source that has no index and no records.
 * @throws ElasticError when it has records and no index, or somebody else's index stands by a name of its: by an alias of
 *   two indices nothing is changed, and a record is looked for in vain.
 */
export async function restoreAliases(stores: Stores, source: SourceKey): Promise<string | null> {
  const { owner, namespace } = stores
  const { own: listed, intruders } = await listIndices(stores)
  assertNoIntruders(intruders, name => sourceOf(namespace, name) === source)
  const [row] = await owner<{ mark: string; records: number }[]>`SELECT index_mark AS mark,
    records::float8 AS records FROM source WHERE key = ${source}`
  if (row && listed.has(indexOf(namespace, source, row.mark))) {
    await ensureIndex(stores, { source, mark: row.mark, listed, expectedEach: row.records })
    return writeAlias(namespace, source, row.mark)
  }
  if (row && row.records > 0) throw indexGone()
  return null
}

/**
 * Leaves the sources of a load with one index each: makes those that they lack, and before it drops others of theirs, which
 * a process that ended has left.
 *
 * @throws RecordsBackedUpError while a backup is made that may read from those.
 */
export async function ensureIndices(
  stores: Stores,
  sources: readonly SourceKey[],
  expectedEach: number
): Promise<Marks> {
  const { owner, client, namespace } = stores
  for (let round = 1; ; round += 1) {
    const { own: listed, intruders } = await listIndices(stores)
    assertNoIntruders(intruders, name => sources.includes(sourceOf(namespace, name)))
    const hasOld = (source: SourceKey) => listed.has(searchAlias(namespace, source))
    await giveMarks(
      owner,
      sources.filter(source => !hasOld(source))
    )
    const marks = await readMarks(owner, sources)
    const present = new Set([...marks].map(([source, mark]) => indexOf(namespace, source, mark)))
    const strays = [...listed.keys()].filter(
      index => marks.has(sourceOf(namespace, index)) && !present.has(index)
    )
    if (strays.length > 0) await assertNoBackup(owner)
    await dropIndices(client, strays)
    try {
      await Promise.all(
        [...marks].map(([source, mark]) => ensureIndex(stores, { source, mark, listed, expectedEach }))
      )
      // One that was made late may be of a source that was emptied meanwhile: it is a stray of the next round.
      if (Bun.deepEquals(await readMarks(owner, sources), marks)) return marks
      if (round === ROUNDS_MAX) throw indexGone()
    } catch (error) {
      if (!CLASHES.has(typeOf(error)) || round === ROUNDS_MAX) throw error
    }
  }
}

interface NewIndex {
  source: SourceKey
  mark: string
  listed: Listed
  expectedEach: number
}

/** With its aliases in one call, so that none is ever without them; those that somebody took away come back. */
async function ensureIndex(
  { client, namespace }: Stores,
  { source, mark, listed, expectedEach }: NewIndex
): Promise<void> {
  const index = indexOf(namespace, source, mark)
  const aliases = {
    // The only index to be written by either name: so a second one can never answer, or be written, in its place.
    ...(mark !== '' && { [searchAlias(namespace, source)]: { is_write_index: true } }),
    [writeAlias(namespace, source, mark)]: { is_write_index: true }
  }
  const own = listed.get(index)
  // Never made anew without a mark: its writes find no alias, and say so.
  if (!own && mark === '') return
  if (own) {
    const missing = Object.entries(aliases).filter(([alias]) => !own.has(alias))
    const actions = missing.map(([alias, settings]) => ({ add: { index, alias, ...settings } }))
    if (actions.length > 0) await client.indices.updateAliases({ actions }, MASTER_LIMITS)
    return
  }
  try {
    await client.indices.create({ index, ...indexSettings(expectedEach), aliases }, MASTER_LIMITS)
  } catch (error) {
    if (typeOf(error) !== EXISTS) throw error
  }
}

/** Drops all indices of the namespace. Their marks go first: none is made anew by the name of one that is dropped late. */
export async function dropAll({ owner, client, namespace }: Stores): Promise<void> {
  const indices = [...(await listIndices({ client, namespace })).own.keys()]
  await retireMarks(owner, namespace, indices)
  await dropIndices(client, indices)
}

/** By their names: a server may refuse to delete by a pattern. */
async function dropIndices(client: Client, indices: readonly string[]): Promise<void> {
  for (const index of partsOf(indices)) await client.indices.delete({ index, ignore_unavailable: true })
}

/** Asked before anything is booked or dropped: no backup can begin afterwards, while somebody writes (`whileWriting`). */
export async function assertNoBackup(owner: SQL): Promise<void> {
  if (await isExclusive(owner, BACKUP_LOCK)) throw new RecordsBackedUpError()
}

/**
 * At a start: makes findable what a load that was killed has written.
 *
 * @throws ElasticError when somebody else has made an index by a name of ours.
 */
export async function openIndices(stores: Pick<Stores, 'client' | 'namespace'>): Promise<void> {
  const { deferred, intruders } = await listIndices(stores)
  assertNoIntruders(intruders, name => intruders.has(name))
  // Only these: to change what is as it should be needs the master, without which a search does.
  for (const index of partsOf(deferred)) await resumeRefresh(stores.client, index)
}
