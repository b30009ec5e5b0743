import { emptyFields } from '#api/book/fields.ts'
import { isoDate, type PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import {
  forEachNameAndDate,
  hasTooManyPairs,
  type ListedPeople,
  peopleIn,
  type SubjectValue
} from '#shared/identity/records/subject.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { type DocumentValues, valuesOf } from './document-fields.ts'
import { type DocumentPart, listedParts, valuesIn } from './document-parts.ts'

/** Beyond it names and dates of a list are paired by position only. */
export const PAIRS_OF_LIST_MAX = 1_024
/** Characters of a label read at once. */
const CHUNK_CHARS = 16 * 1024
const ITEM_CHARS = 64
const SEPARATOR = '; '
const KINDS_OF_PEOPLE: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'full_name',
  'last_name',
  'first_name',
  'middle_name',
  'birth_date'
])

const isOfPeople = (kind: FieldKind): boolean => KINDS_OF_PEOPLE.has(kind)

/**
 * Calls back with names and birth dates of listed people, by position in the list, or all pairs while they are few.
 * @returns False without time, or when too many cannot be paired.
 */
export async function forEachListedPerson(
  document: unknown,
  columns: Columns,
  take: (subject: SubjectValue) => void,
  msLeft: () => number
): Promise<boolean> {
  if (!listsPeople(valuesOf(document), columns)) return true
  let chars = 0
  const read = async (parts: readonly DocumentPart[]): Promise<ListedPeople | null> => {
    const names: PersonName[] = []
    const dates = new Map<string, PartialDate>()
    for (const chunk of chunksOf(valuesIn(parts), columns)) {
      if (msLeft() <= 0) return null
      chars += chunk.chars
      if (chars > CHUNK_CHARS) {
        // Yields to other work.
        await Bun.sleep(0)
        chars = 0
      }
      const people = peopleIn(readAttributes(chunk.fields, columns))
      names.push(...people.names)
      for (const date of people.dates) dates.set(isoDate(date), date)
    }
    return { names, dates: [...dates.values()] }
  }
  const readPart = async (part: DocumentPart): Promise<ReadPart | null> => {
    chars += ITEM_CHARS
    const people = msLeft() > 0 ? await read([part]) : null
    return people && { part, people }
  }

  const whole = await readPart({ value: document, path: '' })
  if (!whole) return false
  const open: ReadPart[] = [whole]
  for (let at = open.pop(); at; at = open.pop()) {
    const { part, people } = at
    const { own, items } = listedParts(part)
    const listed: ReadPart[] = []
    for (const item of items) {
      const read = await readPart(item)
      if (!read) return false
      listed.push(read)
    }
    if (!hasTooManyPairs(people, items.length > 0 ? PAIRS_OF_LIST_MAX : undefined))
      forEachNameAndDate(people, take)
    else {
      const outside = items.length > 0 ? await read(own) : null
      if (!outside) return false
      const pairs = [
        { names: outside.names, dates: people.dates },
        { names: people.names, dates: outside.dates },
        partedIn(listed)
      ]
      if (pairs.some(pair => hasTooManyPairs(pair))) return false
      for (const pair of pairs) forEachNameAndDate(pair, take)
    }
    for (const inner of listed) open.push(inner)
  }
  return true
}

interface ReadPart {
  part: DocumentPart
  people: ListedPeople
}

/** Names without dates and dates without names may belong together. */
const partedIn = (parts: readonly ReadPart[]): ListedPeople => ({
  names: parts.flatMap(({ people: { names, dates } }) => (dates.length === 0 ? names : [])),
  dates: parts.flatMap(({ people: { names, dates } }) => (names.length === 0 ? dates : []))
})

function listsPeople(values: DocumentValues, columns: Columns): boolean {
  const kinds = [...values.keys()].map(label => kindOfField(label, columns)).filter(isOfPeople)
  return kinds.includes('birth_date') && new Set(kinds).size > 1
}

interface Chunk {
  fields: Record<string, string>
  chars: number
}

/** Long labels come in several chunks. */
function* chunksOf(values: DocumentValues, columns: Columns): Generator<Chunk> {
  const chunks: Chunk[] = []
  for (const [label, texts] of values) {
    if (!isOfPeople(kindOfField(label, columns))) continue
    for (const [at, text] of textsOf(texts).entries()) {
      chunks[at] ??= { fields: emptyFields(), chars: 0 }
      const chunk = chunks[at]
      chunk.fields[label] = text
      chunk.chars += text.length
    }
  }
  yield* chunks
}

function textsOf(texts: readonly string[]): string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const text of texts) {
    if (chunk !== '' && chunk.length + text.length > CHUNK_CHARS) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk = chunk === '' ? text : chunk + SEPARATOR + text
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}
