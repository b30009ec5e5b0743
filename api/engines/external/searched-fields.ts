import type { SourceInPolicy, SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { type FieldKind, WORDED_KINDS } from '#shared/identity/records/types.ts'

/** Below the clause limit of a small server. */
const FIELDS_MAX = 48
/** A changed mapping applies later. */
const REMEMBERED_MS = 60_000
const DESCRIPTION_MS = 5_000
/** Their values are single terms, searched by pattern. */
const WHOLE_VALUES = ['keyword', 'constant_keyword', 'wildcard']
const OF_WORDS: readonly FieldKind[] = ['full_name', ...WORDED_KINDS, 'organization_address', 'other']
/** Each needs a pattern per word. */
const WHOLE_VALUES_MAX = 8
/** Terms scanned for an unanchored pattern in dozens of milliseconds. */
const TERMS_MAX = 200_000

export interface SearchedFields {
  plain: string[]
  nested: ReadonlyMap<string, readonly string[]>
  /** Plain fields of several words that are not analysed. */
  wholeValues: string[]
  /** Few enough to search anywhere in a value. */
  isSmall: boolean
  isWhole: boolean
}

interface Described {
  fields: Record<string, Record<string, { type?: string; searchable?: boolean }>>
  documents: number
  until: number
}

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

  /** Serves the old value while refreshing. */
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
    // Names with `*` or `^` would be patterns.
    const named = labels.filter(label => !/[*^]/.test(label))
    // Names and numbers first, in case of too many fields.
    const chosen = named
      .toSorted((one, other) => Number(kindOf(one) === 'other') - Number(kindOf(other) === 'other'))
      .slice(0, FIELDS_MAX)
    const description = await Promise.race([
      latest(source, chosen).catch(() => null),
      Bun.sleep(ms).then(() => null)
    ])
    signal.throwIfAborted()
    const isAll = chosen.length === labels.length
    const hasWords = (label: string) =>
      OF_WORDS.includes(kindOf(label)) && (isAll || kindOf(label) !== 'other')
    return searchedFields(chosen, description, isAll, hasWords)
  }
}

/** Fields of unknown kind are searched as text, which may miss matches. */
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

function nestedPath(label: string, { fields }: Described): string | null {
  for (let end = label.lastIndexOf('.'); end > 0; end = label.lastIndexOf('.', end - 1)) {
    const path = label.slice(0, end)
    if (fields[path]?.nested) return path
  }
  return null
}
