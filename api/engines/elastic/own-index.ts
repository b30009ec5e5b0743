import type { Client } from '@elastic/elasticsearch'
import { typeOf } from '#api/engines/cluster/failures.ts'
import { namesIn } from '#api/engines/cluster/shapes.ts'
import { FORM, indexSettings } from './documents.ts'

/*
 * Index names are never reused, and writes go through an alias, so that a write cannot recreate a dropped index. The
 * mapping stores the index's uuid, which tells a copy from the original.
 */

const HEX = 16
const PREFIX_BYTES = 6
const NAME_BYTES = 4
const PREFIX = 'sverka-'
const OWN_NAME = /^(sverka-[0-9a-f]{12})-[0-9a-f]{8}$/
const EXISTS = 'resource_already_exists_exception'
/** Calls for the master alone, whose silence is not worth waiting for. */
const MASTER_LIMITS = { requestTimeout: 20_000, maxRetries: 0 }

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(HEX).padStart(2, '0')).join('')

export const isOwnName = (name: string | null): name is string => name !== null && OWN_NAME.test(name)

/** Also of a name that an earlier version gave. */
export const hasOwnPrefix = (name: string): boolean => name.startsWith(PREFIX)

/** Prefix of the database's names, taken from present ones or new. */
export const prefixOf = (names: readonly (string | null)[]): string =>
  names.map(name => OWN_NAME.exec(name ?? '')?.[1]).find(prefix => prefix !== undefined) ??
  `${PREFIX}${randomHex(PREFIX_BYTES)}`

export const newName = (prefix: string): string => `${prefix}-${randomHex(NAME_BYTES)}`

export const writeAlias = (name: string): string => `${name}.w`

interface IndexMeta {
  form?: number
  identity?: string
}

/** `lost` includes another index under the same name. */
type IndexStatus = 'ours' | 'closed' | 'unnamed' | 'lost'

interface Described {
  aliases?: Record<string, unknown>
  mappings?: { _meta?: IndexMeta }
  settings?: { index?: { uuid?: string; verified_before_close?: string; history?: { uuid?: string } } }
}

/** Undefined without one. A 404 to this question is no cluster's. */
async function describe(client: Client, name: string): Promise<Described | undefined> {
  const question = { index: name, ignore_unavailable: true, expand_wildcards: 'all' as const }
  const answer: unknown = await client.indices.get(question, MASTER_LIMITS)
  namesIn(answer)
  return (answer as Record<string, Described>)[name]
}

/** Whether an index is the one made under this name; a snapshot has another history. */
export async function indexStatus(client: Client, name: string): Promise<IndexStatus> {
  const index = await describe(client, name)
  const { uuid, history, verified_before_close: closed } = index?.settings?.index ?? {}
  const { form, identity } = index?.mappings?._meta ?? {}
  if (uuid === undefined || identity !== uuid || form !== FORM || history?.uuid !== undefined) return 'lost'
  if (closed === 'true') return 'closed'
  return writeAlias(name) in (index?.aliases ?? {}) ? 'ours' : 'unnamed'
}

/** Includes copies of the product's indices. */
export const isOwnIndex = async (client: Client, name: string): Promise<boolean> =>
  (await describe(client, name))?.mappings?._meta?.form !== undefined

/** Completes an interrupted call. */
export async function createIndex(client: Client, name: string, expectedRecords: number): Promise<void> {
  const aliases = { [writeAlias(name)]: { is_write_index: true } }
  try {
    const settings = indexSettings(expectedRecords)
    await client.indices.create({ index: name, ...settings, aliases }, MASTER_LIMITS)
  } catch (error) {
    if (typeOf(error) !== EXISTS) throw error
  }
  const index = await describe(client, name)
  const identity = index?.settings?.index?.uuid
  if (identity === undefined || index?.mappings?._meta?.identity !== undefined) return
  await client.indices.putMapping({ index: name, _meta: { form: FORM, identity } }, MASTER_LIMITS)
}

export async function addWriteAlias(client: Client, name: string): Promise<void> {
  const alias = { index: name, alias: writeAlias(name), is_write_index: true }
  await client.indices.updateAliases({ actions: [{ add: alias }] }, MASTER_LIMITS)
}

/** One by one, because servers may refuse patterns. */
export async function dropIndices(client: Client, names: readonly string[]): Promise<void> {
  for (const index of names) await client.indices.delete({ index, ignore_unavailable: true }, MASTER_LIMITS)
}
