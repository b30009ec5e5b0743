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

/** Bounds the time at once to a tenth of a second. */
const PART_CHARS = 64 * 1024
const PIECE_CHARS = 16 * 1024
/** Pieces overlap by the longest identifier or name with date. */
const OVERLAP_CHARS = 512
const SEPARATOR = '; '

interface Piece {
  label: string
  text: string
}

/**
 * Subject keys of a document of any size, read from all fields like a stored record. In large documents names and
 * identifiers are read together first; listed people are paired by position.
 * @param columns Kinds of the fields.
 * @returns Null when it was not read to the end.
 */
export async function documentSubjects(
  document: unknown,
  columns: Columns,
  { subjectKey, suppressedKeys }: Pick<SearchPolicy, 'subjectKey' | 'suppressedKeys'>,
  msLeft: () => number
): Promise<string[] | null> {
  const keys = new Set<string>()
  // Looking up a key is cheaper than hashing it again.
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
    // Yields to other work.
    if (parts > 0) await Bun.sleep(0)
    parts += 1
    if (msLeft() <= 0) return null
    const attributes = readAttributes(part, columns)
    for (const subject of subjectsOfPeople(attributes, statedParties(part, columns), PAIRS_OF_LIST_MAX))
      take(subject)
    isPaired &&= !hasTooManyPairs(peopleIn(attributes), PAIRS_OF_LIST_MAX)
    if (isSuppressed()) return [...keys]
  }
  if (parts === 1 && isPaired && !isList(document)) return [...keys]
  return (await forEachListedPerson(document, columns, take, msLeft)) ? [...keys] : null
}

const isList = (document: unknown): boolean => listedParts({ value: document, path: '' }).items.length > 0

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

/** The beginnings of all values first, then the rest of long ones. */
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
