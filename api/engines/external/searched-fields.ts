import type { SourceInPolicy, SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { ADDRESS_PARTS, type FieldKind } from '#shared/identity/records/types.ts'

/** Together with the forms of a number these stay below the clauses that a small server allows. */
const FIELDS_MAX = 48
/** A mapping that changes meanwhile is searched as it was. */
const REMEMBERED_MS = 60_000
const DESCRIPTION_MS = 5_000
/** Whose whole values are terms: a word inside them is found by a pattern alone. */
const WHOLE_VALUES = ['keyword', 'constant_keyword', 'wildcard']
/** Kinds of columns that hold several words. */
const OF_WORDS: readonly FieldKind[] = [
  'full_name',
  'address',
  ...ADDRESS_PARTS,
  'birth_place',
  'citizenship',
  'position',
  'workplace',
  'organization',
  'organization_address',
  'other'
]
/** Each costs a pattern for every word. */
const WHOLE_VALUES_MAX = 8
/** So many terms are gone through for a pattern that may begin anywhere, in a few dozen milliseconds. */
const TERMS_MAX = 200_000

/** How the fields of an adopted index are asked. */
export interface SearchedFields {
  plain: string[]
  /** By the path of the objects that they are in, each of which is a document of its own. */
  nested: ReadonlyMap<string, readonly string[]>
  /** Of the plain ones those that hold several words and are not taken apart. */
  wholeValues: string[]
  /** They are few enough to look for a word anywhere in them. */
  isSmall: boolean
  /** It has nothing that is not searched. */
  isWhole: boolean
}

interface Described {
  fields: Record<string, Record<string, { type?: string; searchable?: boolean }>>
  documents: number
  until: number
}

/** Tells how fields are asked, with what the cluster says of them and what is remembered of that. */
export type FieldsOf = (
  source: SourceKey,
  own: SourceInPolicy,
  ms: number,
  signal: AbortSignal
) => Promise<SearchedFields>

export function createSearchedFields(cluster: Cluster): FieldsOf {
  const described = new Map<SourceKey, Promise<Described>>()

  async function describe(index: SourceKey, labels: readonly string[]): Promise<Described> {
    const signal = new AbortController().signal
    const [{ fields }, { count }] = await Promise.all([
      cluster.ask(DESCRIPTION_MS, signal, (client, limits) =>
        client.fieldCaps({ index, fields: [...labels], filter_path: 'fields' }, limits)
      ),
      cluster.ask(DESCRIPTION_MS, signal, (client, limits) => client.count({ index }, limits))
    ])
    return { fields: fields ?? {}, documents: count, until: performance.now() + REMEMBERED_MS }
  }

  /** What was remembered is used while it is read anew. */
  async function latest(index: SourceKey, labels: readonly string[]): Promise<Described> {
    const before = described.get(index)
    const remembered = await before?.catch(() => undefined)
    if (remembered && remembered.until > performance.now()) return remembered
    const reading = describe(index, labels)
    reading.catch(() => described.delete(index))
    if (described.get(index) === before)
      described.set(index, remembered ? Promise.resolve(remembered) : reading)
    if (!remembered) return await reading
    reading.then(
      next => described.set(index, Promise.resolve(next)),
      () => {}
    )
    return remembered
  }

  return async (source, { labels, columns }, ms, signal) => {
    const kindOf = (label: string) => columns[label] ?? 'other'
    // A star or a circumflex would be read as more than a name.
    const named = labels.filter(label => !/[*^]/.test(label))
    // The names and numbers come first, so that they are asked where there are too many fields for all.
    const chosen = named
      .toSorted((one, other) => Number(kindOf(one) === 'other') - Number(kindOf(other) === 'other'))
      .slice(0, FIELDS_MAX)
    const description = await Promise.race([
      latest(source, chosen).catch(() => null),
      Bun.sleep(ms).then(() => null)
    ])
    signal.throwIfAborted()
    const isAll = chosen.length === labels.length
    // Where not all can be asked, a word may stand in the rest anyhow.
    const hasWords = (label: string) =>
      OF_WORDS.includes(kindOf(label)) && (isAll || kindOf(label) !== 'other')
    return searchedFields(chosen, description, isAll, hasWords)
  }
}

/** Of which nobody tells anything are asked as text, and may have more than that finds. */
function searchedFields(
  labels: readonly string[],
  description: Described | null,
  isAll: boolean,
  hasWords: (label: string) => boolean
): SearchedFields {
  const plain: string[] = []
  const nested = new Map<string, string[]>()
  const wholeValues: string[] = []
  let isWhole = isAll && description !== null
  for (const label of labels) {
    const types = Object.values(description?.fields[label] ?? {})
    if (!types.some(({ searchable }) => searchable)) isWhole = false
    const path = description ? nestedPath(label, description) : null
    if (path !== null) nested.set(path, [...(nested.get(path) ?? []), label])
    else plain.push(label)
    const hasWholeValues = hasWords(label) && types.some(({ type = '' }) => WHOLE_VALUES.includes(type))
    if (hasWholeValues && (path !== null || wholeValues.length === WHOLE_VALUES_MAX)) isWhole = false
    else if (hasWholeValues) wholeValues.push(label)
  }
  const isSmall = description !== null && description.documents * Math.max(1, wholeValues.length) <= TERMS_MAX
  return { plain, nested, wholeValues, isSmall, isWhole }
}

/** The innermost: a search may name it alone. */
function nestedPath(label: string, { fields }: Described): string | null {
  for (let end = label.lastIndexOf('.'); end > 0; end = label.lastIndexOf('.', end - 1)) {
    const path = label.slice(0, end)
    if (fields[path]?.nested) return path
  }
  return null
}
