import { emptyFields } from '#api/book/fields.ts'
import type { SearchPolicy } from '#api/book/policy.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { subjectsOfPeople } from '#shared/identity/parties/subjects.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import { hasTooManyPairs, peopleIn, type SubjectValue } from '#shared/identity/records/subject.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { type DocumentValues, valuesOf } from './document-fields.ts'
import { listedParts } from './document-parts.ts'
import { forEachListedPerson, PAIRS_OF_LIST_MAX } from './document-people.ts'

/** Read at once: a text that is full of names and numbers takes a tenth of a second then. */
const PART_CHARS = 64 * 1024
/** A longer value is read piece by piece. */
const PIECE_CHARS = 16 * 1024
/** Each piece has the end of the one before: an identifier or a name with its date is not longer. */
const OVERLAP_CHARS = 512
const SEPARATOR = '; '

interface Piece {
  label: string
  text: string
}

/**
 * The subject keys of a document, whatever its size: all of its fields and each of their values are read. They are read as
 * those of a record that is stored; of a document that is larger than a part of it, what names and identifies somebody is
 * read together, and the rest after it. Of a document that lists people, the names are read with the dates of the same place.
 *
 * @param columns What its fields hold.
 * @returns Null when it was not read to its end, so that nobody knows whose it is.
 */
export async function documentSubjects(
  document: unknown,
  columns: Columns,
  { subjectKey, suppressedKeys }: Pick<SearchPolicy, 'subjectKey' | 'suppressedKeys'>,
  msLeft: () => number
): Promise<string[] | null> {
  const keys = new Set<string>()
  // A key takes longer than to know that it is there.
  const subjects = new Set<string>()
  const take = (subject: SubjectValue) => {
    const text = `${subject.kind}:${subject.value}`
    if (subjects.has(text)) return
    subjects.add(text)
    keys.add(subjectKey(subject))
  }
  let parts = 0
  let isPaired = true
  const isSuppressed = () => keys.values().some(key => suppressedKeys?.has(key))
  for (const part of partsOf(valuesOf(document), columns)) {
    // Others have their turn between two parts of a large document.
    if (parts > 0) await Bun.sleep(0)
    parts += 1
    if (msLeft() <= 0) return null
    const attributes = readAttributes(part, columns)
    for (const subject of subjectsOfPeople(attributes, statedParties(part, columns), PAIRS_OF_LIST_MAX))
      take(subject)
    isPaired &&= !hasTooManyPairs(peopleIn(attributes), PAIRS_OF_LIST_MAX)
    // Of somebody who is suppressed nothing else need be known.
    if (isSuppressed()) return [...keys]
  }
  if (parts === 1 && isPaired && !isList(document)) return [...keys]
  return (await forEachListedPerson(document, columns, take, msLeft)) ? [...keys] : null
}

const isList = (document: unknown): boolean => listedParts({ value: document, path: '' }).items.length > 0

/** The fields of a document in parts that are read each by itself; mostly it is one. */
function* partsOf(values: DocumentValues, columns: Columns): Generator<Record<string, string>> {
  let [part, chars] = [emptyFields(), 0]
  const labels = [...values.keys()]
  const isTelling = (label: string) => kindOfField(label, columns) !== 'other'
  const [telling, others] = [labels.filter(isTelling), labels.filter(label => !isTelling(label))]
  for (const { label, text } of piecesOf([...telling, ...others], values)) {
    if (chars > 0 && (chars + text.length > PART_CHARS || Object.hasOwn(part, label))) {
      yield part
      ;[part, chars] = [emptyFields(), 0]
    }
    part[label] = text
    chars += text.length
  }
  yield part
}

/** First the beginning of every value, so that what belongs together is in one part, and then what is left of the long ones. */
function* piecesOf(labels: readonly string[], values: DocumentValues): Generator<Piece> {
  const long: Piece[] = []
  for (const label of labels) {
    const text = (values.get(label) ?? []).join(SEPARATOR)
    yield { label, text: text.slice(0, PIECE_CHARS) }
    if (text.length > PIECE_CHARS) long.push({ label, text })
  }
  for (const { label, text } of long)
    for (let at = PIECE_CHARS - OVERLAP_CHARS; at < text.length; at += PIECE_CHARS - OVERLAP_CHARS)
      yield { label, text: text.slice(at, at + PIECE_CHARS) }
}
