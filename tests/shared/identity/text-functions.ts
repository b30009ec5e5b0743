import { isoDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { formatIdentifier } from '#shared/identity/identifiers/sentences.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { doubtsOf, fuzzyWords } from '#shared/identity/lookup/plan-fuzzy.ts'
import { neighbourKeys, spellingKeys, spellingsOf } from '#shared/identity/lookup/spelling-index.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { formatName } from '#shared/identity/names/display-name.ts'
import { formatNamePart } from '#shared/identity/names/display-part.ts'
import { splitGluedWords } from '#shared/identity/names/glued-words.ts'
import { otherPhoneticKeys } from '#shared/identity/names/latin-readings.ts'
import { readMrz } from '#shared/identity/names/mrz.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import { closestOf } from '#shared/identity/organisations/compare-names.ts'
import { entrepreneurName } from '#shared/identity/organisations/entrepreneur.ts'
import { hasLegalForm } from '#shared/identity/organisations/legal-forms.ts'
import { readOrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import { inOtherScript } from '#shared/identity/organisations/other-script.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { suggestLines } from '#shared/identity/people/suggestions.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { onceEach } from '#shared/identity/reading/repeats.ts'
import { addressTail, normalizeAddress } from '#shared/identity/records/address.ts'
import { organizationKey } from '#shared/identity/records/attribute-texts.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { subjectValues } from '#shared/identity/records/subject.ts'
import { FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { toCyrillicLayout, toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'

type TextFunction = [name: string, run: (text: string) => unknown]
type Normalizer = [name: string, normalize: (text: string) => string | null]

const readBirthDay = (text: string): string | null => {
  const date = parseBirthDate(text)
  return date && isoDate(date)
}

/** Each maps a text to its normal form, and a normal form to itself. */
export const NORMALIZERS: Normalizer[] = [
  ['sanitizeText', sanitizeText],
  ['asciiDigits', asciiDigits],
  ['sanitizeQuery', sanitizeQuery],
  ['normalizeText', normalizeText],
  ['organizationKey', organizationKey],
  ['tokens of a text', text => tokenize(text).join(' ')],
  ['tokens of a name', text => tokenizeName(text).join(' ')],
  // Some numbers of other countries are written as the ends of longer ones.
  ...IDENTIFIER_KINDS.filter(kind => kind !== 'phone').map(
    (kind): Normalizer => [`${kind}: normalize`, kindReaderOf(kind).normalize]
  ),
  ['parseBirthDate', readBirthDay]
]

/** Each form that is shown is read back as the same value. */
export const SHOWN_FORMS: [
  name: string,
  normalize: (text: string) => string | null,
  format: (normal: string) => string
][] = [
  ...IDENTIFIER_KINDS.map((kind): [string, (text: string) => string | null, (normal: string) => string] => [
    kind,
    kindReaderOf(kind).normalize,
    normal => formatIdentifier(kind, normal)
  ])
]

const plan = planSearch('Примеров Илья Андреевич', parseQuery('Примеров Илья Андреевич'))

const recordOf = (text: string, kind: FieldKind): MatchedRecord => {
  const fields = { Поле: text }
  const columns = { Поле: kind }
  const attributes = readAttributes(fields, columns)
  const match = matchRecord(attributes, plan)
  return { record_id: 'demo:1', source: 'demo', asOf: null, columns, fields, attributes, match }
}

/** Everything that happens to a cell: stored, looked up, matched, grouped. */
const throughCell =
  (kind: FieldKind) =>
  (text: string): unknown => {
    const record = recordOf(text, kind)
    const records = [record, { ...record, record_id: 'demo:2' }]
    const { attributes } = record
    const spellings = attributes.names.flatMap(spellingsOf)
    return [
      recordKeys(attributes),
      surnameKey(attributes),
      subjectValues(attributes),
      spellings.map(({ spelling }) => spellingKeys(spelling)),
      suggestLines(plan, [attributes], new Map()),
      groupPersons(records, plan)
    ]
  }

const throughQuery = (text: string): unknown => {
  const query = sanitizeQuery(text)
  const plan = planSearch(query, parseQuery(query))
  return fuzzyWords(doubtsOf(plan)).map(neighbourKeys)
}

/** Everything of the room that is handed a text from outside. */
export const TEXT_FUNCTIONS: TextFunction[] = [
  ...NORMALIZERS,
  ['phone: normalize', kindReaderOf('phone').normalize],
  ['isPlaceholder', isPlaceholder],
  ['normalizeAddress', normalizeAddress],
  ['addressTail', addressTail],
  ['kindOfHeader', kindOfHeader],
  ['phoneticKey', phoneticKey],
  ['otherPhoneticKeys', otherPhoneticKeys],
  ['splitGluedWords', splitGluedWords],
  ['readMrz', readMrz],
  ['formatNamePart', formatNamePart],
  ['parseName and formatName', text => parseName(text).map(formatName)],
  ['toCyrillicLayout', toCyrillicLayout],
  ['toLatinLayout', toLatinLayout],
  ['parseQuery on a raw text', parseQuery],
  ['onceEach', onceEach],
  ['hasLegalForm', hasLegalForm],
  ['entrepreneurName', entrepreneurName],
  [
    'names of organisations',
    text => closestOf(readOrganisationName(text), [readOrganisationName(`${text} 7`)])
  ],
  ['inOtherScript', text => inOtherScript(readOrganisationName(text).words)],
  ['a whole query', throughQuery],
  ...FIELD_KINDS.map((kind): TextFunction => [`a cell of ${kind}`, throughCell(kind)])
]
