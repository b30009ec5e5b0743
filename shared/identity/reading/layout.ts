import type { Reading } from '#shared/contracts/reading.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { hasTown } from '#shared/identity/reading/lexicon/place-words.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'
import { joinNotes, rankReadings, roundConfidence } from '#shared/identity/reading/reading.ts'
import { recognizeName } from '#shared/identity/reading/recognizers/recognize-name.ts'
import { toCyrillicLayout, toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { memoizeTexts } from '#shared/identity/text/memoize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { phrasesIn } from './lexicon/phrases.ts'
import { labelledValues } from './recognizers/labelled.ts'
import { labelledNames } from './recognizers/name-parts.ts'
import { type Line, lineOf, type Span } from './spans.ts'

const CORRECTED_FACTOR = 0.97
const RAW_FACTOR = 0.5
const RAW_MIN = 0.2
const GAIN = 0.15
const LIKELY_NAME = 0.6
const KNOWN_NAME = 0.75
/** A label with a valid value is no accident. */
const LABELLED = 0.9
const LABELLED_BESIDE = 0.75
const VOWELS_IN_WORDS: [number, number] = [0.25, 0.65]
const VOWELS_IN_NONSENSE = 0.2
const WORD_MIN_LETTERS = 5
/** х, ъ, ж, б and ю are punctuation keys, which no Latin word has inside. */
const SIGN_IN_WORD =
  /[A-Za-z][;[\]]|[;[\]][A-Za-z]|(?<![^ ])[,.'"`~:{<>](?![A-Z][a-z])[A-Za-z](?!.*[A-Za-z]['">}](?![A-Za-z]))/
/** Also in URLs and between initials. */
const STOP_IN_WORD = /[A-Za-z][.,][a-z]/
/** No Russian word has ы first or a soft sign after a vowel: «smith» gives «ыьшер». */
const NO_WORD = /(?<!\p{L})[ыьъ]|[аеёиоуыэюяьъ][ьъ]|ъ(?![еёюя])/iu
const SIGNS_AT_END = /[,.;]+$/
/** Letters beside digits (except a house, «5f»), settings, URLs. */
const PIECE_OF_CODE = /[a-z]\d|\d[a-z]{2}|=|:\/\/|(?<![^ ])www\./i
const NONSENSE_FACTOR = 0.4
const CYRILLIC = /\p{Script=Cyrillic}/u
const ON_NO_KEY = /[^\P{L}A-Za-z]/u
const TAG = /<\/?[a-z]{1,4}>/i
/** The key of @ is " in the Russian layout. */
const MAY_GIVE_EMAIL = /["@]/

/** @param read Reads a line. Readings of the corrected layout come first where it makes more sense. */
export function layoutReadings(line: string, raw: Reading[], read: (line: string) => Reading[]): Reading[] {
  const [{ kind, parts } = { kind: 'text' as const }] = raw
  const corrected = (parts ?? [{ kind }]).every(isNumber) ? null : otherLayout(line)
  if (corrected === null) return raw
  const readings = read(corrected).map(one => withNote(one, line))
  const asTyped = raw.map(one => ({ ...one, confidence: roundConfidence(one.confidence * RAW_FACTOR) }))
  // A label is no word beside its value: «ntk^ 8973…» asks for nobody called «Ntk».
  const isLabel = labelledIn(lineOf(corrected)).length > 0 && labelledIn(lineOf(line)).length === 0
  const sensible = asTyped.filter(one => {
    if (isLabel && !isNumber(one)) return one.kind === 'text' && one.value === line
    return one.kind === 'text' || one.confidence >= RAW_MIN
  })
  return rankReadings([...readings.filter(one => one.kind !== 'text' || readings[0] === one), ...sensible])
}

const isNumber = ({ kind }: Pick<Reading, 'kind'>): boolean => isIdentifier(kind) || kind === 'birth_date'

/** Separators of people: keys of «,» and «;» in the Russian layout, then the signs. */
const GLUES = [/\?(?= |$)/g, /\$(?= |$)/g, /;(?= |$)/g, /,(?= |$)/g]

function withNote(one: Reading, line: string): Reading {
  const terms = line.split(' ')
  const noteOf = ({ note }: Reading) => joinNotes([READING_NOTES.layout, note])
  const parts = one.parts?.map(part => ({ ...part, note: noteOf(part) }))
  const confidence = roundConfidence(one.confidence * CORRECTED_FACTOR)
  return { ...one, confidence, note: noteOf(one), terms, ...(parts && { parts }) }
}

const mayBeCyrillic = (line: string): boolean =>
  /[a-z]/i.test(line) && !line.includes('@') && !ON_NO_KEY.test(line) && !TAG.test(line)

function otherLayout(line: string): string | null {
  if (/[a-z]/i.test(line)) return mayBeCyrillic(line) ? latinTypedForCyrillic(line) : null
  if (!MAY_GIVE_EMAIL.test(line) || !CYRILLIC.test(line)) return null
  const latin = toLatinLayout(line)
  return latin.includes('@') && normalizeEmail(latin) ? latin : null
}

function latinTypedForCyrillic(line: string): string | null {
  const whole = toCyrillicLayout(line)
  // In «bdfyjd bdfy? ghbvthjd» the «?» is the key of a comma.
  const glue = GLUES.find(sign => line.search(sign) >= 0)
  const parted = glue ? line.split(glue).map(toCyrillicLayout).join(',') : whole
  const candidates = new Set([parted, line.split(' ').map(wordInCyrillic).join(' '), whole])
  const [best] = [...candidates].map(text => ({ text, sense: sense(text) })).sort((a, b) => b.sense - a.sense)
  const asTyped = sense(line)
  const hasSign = SIGN_IN_WORD.test(line)
  const vowels = vowelShare(line)
  const hasFewVowels = vowels < VOWELS_IN_NONSENSE
  // Vowels: «Schmidt» has few, «Dbrnjh» none.
  const isUnspeakable = hasFewVowels && (asTyped < KNOWN_NAME || vowels === 0)
  const isNonsense = hasSign || STOP_IN_WORD.test(line) || isUnspeakable
  const typed = asTyped * (isNonsense ? NONSENSE_FACTOR : 1)
  if (NO_WORD.test(whole)) return null
  if (best && best.sense >= KNOWN_NAME && best.sense > typed) return best.text
  if (!isNonsense || typed >= LIKELY_NAME) return null
  if (best && best.sense >= LIKELY_NAME && best.sense > typed + GAIN) return best.text
  const mayBeWords = hasFewVowels || (hasSign && asTyped < LIKELY_NAME)
  if (!mayBeWords || PIECE_OF_CODE.test(line)) return null
  const share = vowelShare(whole)
  const long = whole.replace(/\P{L}/gu, '').length >= WORD_MIN_LETTERS
  return long && share >= VOWELS_IN_WORDS[0] && share <= VOWELS_IN_WORDS[1] ? whole : null
}

/** A final comma or dot may be a letter («ukt,» is глеб) or punctuation. */
function wordInCyrillic(word: string): string {
  const whole = toCyrillicLayout(word)
  const plain = toCyrillicLayout(word.replace(SIGNS_AT_END, ''))
  return plain !== whole && sense(whole) > sense(plain) ? whole : plain
}

/** 0–1: likelihood of a name, place or labelled value; the best of several people. */
const sense = memoizeTexts((text): number =>
  Math.max(...text.split(text.includes(',') ? /, ?/ : ';').map(senseOfOne))
)

function senseOfOne(text: string): number {
  const rest = withLabelledLeft(text)
  const words = rest.replace(/[\d+()/]+[\d\s+().:/-]*/g, ' ').trim()
  const ofWords = hasTown(words) ? 0.9 : words === '' ? 0 : recognizeName(words).confidence
  return rest === text ? ofWords : Math.max(ofWords, words === '' ? LABELLED : LABELLED_BESIDE)
}

const labelledIn = (line: Line): readonly Span[] => {
  const phrases = phrasesIn(line.tokens)
  return [...labelledValues(line, phrases), ...labelledNames(line, phrases)]
}

function withLabelledLeft(text: string): string {
  const line = lineOf(text)
  let rest = ''
  let at = 0
  for (const { from, to } of labelledIn(line).toSorted((one, other) => one.from - other.from)) {
    const begin = line.tokens[from]?.from ?? 0
    if (begin < at) continue
    rest += `${text.slice(at, begin)} `
    at = line.tokens[to - 1]?.to ?? at
  }
  return at === 0 ? text : `${rest}${text.slice(at)}`
}

function vowelShare(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters === 0 ? 0 : (text.match(/[aeiouyаеёиоуыэюя]/giu)?.length ?? 0) / letters
}
