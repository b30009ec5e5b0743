import { emptyFields } from '#api/engines/fields.ts'
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

/** Of one label, what is read at once. */
const CHUNK_CHARS = 16 * 1024
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
 * Hands out the names with the birth dates of everybody whom a document lists: each with those of its own place in a list,
 * and as long as they are few, all names with all dates.
 *
 * @returns False where there was no time, or where names and dates are too many and nothing tells whose is which.
 */
export async function forEachListedPerson(
  document: unknown,
  columns: Columns,
  take: (subject: SubjectValue) => void,
  msLeft: () => number
): Promise<boolean> {
  if (!listsPeople(valuesOf(document), columns)) return true
  const open: DocumentPart[] = [{ value: document, path: '' }]
  let chars = 0
  const read = async (parts: readonly DocumentPart[]): Promise<ListedPeople | null> => {
    const names: PersonName[] = []
    const dates = new Map<string, PartialDate>()
    for (const chunk of chunksOf(valuesIn(parts), columns)) {
      if (msLeft() <= 0) return null
      chars += chunk.chars
      if (chars > CHUNK_CHARS) {
        // Others have their turn.
        await Bun.sleep(0)
        chars = 0
      }
      const people = peopleIn(readAttributes(chunk.fields, columns))
      names.push(...people.names)
      for (const date of people.dates) dates.set(isoDate(date), date)
    }
    return { names, dates: [...dates.values()] }
  }

  for (let part = open.pop(); part; part = open.pop()) {
    const people = await read([part])
    if (!people) return false
    const { own, items } = listedParts(part)
    if (!hasTooManyPairs(people)) forEachNameAndDate(people, take)
    else {
      if (items.length === 0) return false
      const outside = await read(own)
      if (!outside) return false
      const pairs = [
        { names: outside.names, dates: people.dates },
        { names: people.names, dates: outside.dates }
      ]
      if (pairs.some(hasTooManyPairs)) return false
      for (const pair of pairs) forEachNameAndDate(pair, take)
    }
    for (const item of items) open.push(item)
  }
  return true
}

/** Whether it has names and dates of birth at all. */
function listsPeople(values: DocumentValues, columns: Columns): boolean {
  const kinds = [...values.keys()].map(label => kindOfField(label, columns)).filter(isOfPeople)
  return kinds.includes('birth_date') && new Set(kinds).size > 1
}

interface Chunk {
  fields: Record<string, string>
  chars: number
}

/** The names and dates of birth, mostly all in one; those of a label that has very many in several. */
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
