import { valuesOf } from './document-fields.ts'

export interface DocumentPart {
  value: unknown
  path: string
}

interface ListedParts {
  own: DocumentPart[]
  items: DocumentPart[]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const pathIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Splits lists of objects, and equally long lists of values («ФИО: [а, б], ДР: [в, г]») by position. */
export function listedParts(part: DocumentPart): ListedParts {
  const parts: ListedParts = { own: [], items: [] }
  collect(part, parts)
  return parts
}

function collect({ value, path }: DocumentPart, parts: ListedParts): void {
  if (Array.isArray(value)) {
    const isList = value.length > 1
    for (const inner of value)
      if (!isObject(inner)) parts.own.push({ value: inner, path })
      else if (isList && !Array.isArray(inner)) parts.items.push({ value: inner, path })
      else collect({ value: inner, path }, parts)
  } else if (isObject(value)) {
    const [byLength, others] = parallelLists(value)
    for (const lists of byLength) parts.items.push(...positionsOf(lists, path))
    for (const [name, inner] of others) collect({ value: inner, path: pathIn(path, name) }, parts)
  } else parts.own.push({ value, path })
}

type Member = [name: string, value: unknown]
type List = [name: string, values: readonly unknown[]]

function parallelLists(value: object): [lists: List[][], others: Member[]] {
  const others: Member[] = []
  const lists: List[] = []
  for (const [name, inner] of Object.entries(value))
    if (Array.isArray(inner) && inner.length > 1 && !inner.some(isObject)) lists.push([name, inner])
    else others.push([name, inner])
  const byLength = [...Map.groupBy(lists, ([, { length }]) => length).values()]
  for (const alone of byLength) if (alone.length === 1) others.push(...alone)
  return [byLength.filter(({ length }) => length > 1), others]
}

const positionsOf = (lists: readonly List[], path: string): DocumentPart[] =>
  Array.from(lists[0]?.[1] ?? [], (_, at) => ({
    value: Object.fromEntries(lists.map(([name, values]) => [name, values[at]])),
    path
  }))

export function valuesIn(parts: readonly DocumentPart[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const { value, path } of parts)
    for (const [label, texts] of valuesOf(value, path)) {
      const own = values.getOrInsertComputed(label, () => [])
      for (const text of texts) own.push(text)
    }
  return values
}
