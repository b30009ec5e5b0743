import type { Reading } from '#shared/contracts/reading.ts'
import { isKnownGiven } from '#shared/identity/names/given-names.ts'
import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { namesBetweenSigns } from '#shared/identity/records/name-segments.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { withoutBrackets } from './brackets.ts'
import { isCommonWord, withoutQuestion } from './common-words.ts'
import { FAMILY_ROLES, KIN } from './form-labels.ts'
import { ADDRESS_LABEL } from './labels.ts'
import { obliqueReadings } from './oblique-readings.ts'
import { makeReading, rankReadings } from './reading.ts'
import { addressConfidence, isOrganization, namesTown } from './recognize-address.ts'
import {
  NO_NAME,
  nameReading,
  type RecognizedName,
  recognizeName,
  surnameBesideFirm
} from './recognize-name.ts'

const NAME_LABEL =
  /^(?:(?:фио|ф\.и\.о\.?)(?: (?:клиента|владельца|заявителя|сотрудника|абонента|полностью))?|фамилия (?:имя отчество|и\. ?о\.)|полное имя|(?:full )?name|имя|фамилия|граждан(?:ин(?:а|у|ом|е)?|к(?:а|и|е|у|ой))(?: рф| россии)?|г-н(?:а|у|ом)?|г-ж(?:а|и|е|у|ой)|гр\.?|ип)[ :–—-]{1,3}|^(?:от|кому|from|to): ?/iu
/** Signs that no name has and that part its words as a space does: «Примеров Илья!», «Примеров/Илья», pictures. */
const FOREIGN_SIGNS = /[!?:_/\\|…*#~^<>[\]{}+=•·]|\p{So}|\p{Sk}|\p{Sm}|\p{No}/gu
const SURNAME_IN_BRACKETS = / ?\((?<other>\p{L}{2,})\)/u
/** «Примерский Бор» is a place. */
const ADJECTIVE = /[сц]к(?:ий|ой|ая|ое)$/
const TWO_CAPITALS = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u
const PLAIN = /^[А-Яа-яЁёA-Za-z .,-]*$/
const PREPOSITION = /^(?:об?|обо|про|на|для|ко?|со?) (?=\p{L}{2})/iu
const NAME_AFTER_PREPOSITION = 0.6
/** Less likely readings are no better than text. */
const NAME_MIN = 0.3
const TEXT_BESIDE = 0.05
const TEXT_ALONE = 0.55
const WHOLE_BESIDE_PARTS = 0.3
const SURE_SPLIT = 0.9
const STRONG_PLACE = 0.85
const NAMES_OFFERED = 2
/** Looked up in every form, as a likely name is. */
const GIVEN_OF_KIN = 0.65
/** A name whose words are rather a shorter name and a rest. */
const WITH_REST = 0.4

/** Readings of a text without identifiers, best first: a name, an address, both, and always the plain words. */
export function wordReadings(text: string): Reading[] {
  const label = ADDRESS_LABEL.exec(text)?.[0]
  if (label !== undefined) return labelledAddress(text, text.slice(label.length))
  const kin = kinReadings(text)
  if (kin) return kin
  const name = nameTextOf(text)
  const evidence = endsAtComma(name) ? NO_NAME : recognizeName(name)
  const place = addressConfidence(text)
  const organization = isOrganization(text)
  const oblique = organization || place > 0 ? null : obliqueReadings(name, text, evidence)
  if (oblique)
    return rankReadings([...oblique, plainText(text, evidence.words === 1 ? TEXT_ALONE : TEXT_BESIDE)])
  const surnames = organization || place > 0 ? null : namesOfBothSurnames(name, text)
  if (surnames) return rankReadings([...surnames, plainText(text, TEXT_BESIDE)])
  const isPart = evidence.unknownWords.length > 0 || evidence.confidence < NAME_MIN || place > 0
  const both = (organization ? surnameAndFirm(name) : null) ?? (isPart ? nameWithRest(name) : [])
  const split = (both[0]?.confidence ?? 0) >= SURE_SPLIT
  const readings: Reading[] = []
  if (evidence.confidence >= NAME_MIN && !organization && !split && place < STRONG_PLACE && hasTokens(name)) {
    const share = place > 0 || (both.length > 0 && !isTriple(evidence)) ? WITH_REST : 1
    for (const [at, one] of namesFor(evidence.names, both.length > 0, text).entries()) {
      const confidence = evidence.confidence * share * (at === 0 ? 1 : 0.6)
      readings.push(nameReading(one, text, { confidence }, evidence.names))
    }
  }
  if (place > 0)
    readings.push(makeReading('address', text, text, { confidence: split ? WHOLE_BESIDE_PARTS : place }))
  const sure = Math.max(0, ...readings.map(one => one.confidence))
  const isSure = (sure > 0.6 && !isUnknownWord(evidence)) || split
  readings.push(plainText(text, organization ? 0.85 : isSure ? TEXT_BESIDE : TEXT_ALONE))
  return rankReadings([...both, ...readings])
}

const KIN_AND_GIVEN = new RegExp(`^(?<role>${FAMILY_ROLES}|${KIN}) (?<given>\\p{L}{2,20})$`, 'iu')

/** «Жена Анна», «Внук Иван»: whoever stands so in a phone book, then anybody called so; null for any other text. */
function kinReadings(text: string): Reading[] | null {
  const { role = '', given = '' } = KIN_AND_GIVEN.exec(text)?.groups ?? {}
  const name = { given: given.toLowerCase() }
  if (!isKnownGiven(name.given)) return null
  return [
    nameReading({ ...name, surname: role.toLowerCase() }, text, { confidence: SURE_APART }),
    nameReading(name, text, { confidence: GIVEN_OF_KIN }),
    plainText(text, TEXT_BESIDE)
  ]
}

/** «Иванова (Петрова) Анна», «Иванова Анна (Петрова)»: a double surname, or one and another one; null for any other text. */
function namesOfBothSurnames(name: string, text: string): Reading[] | null {
  const written = SURNAME_IN_BRACKETS.exec(name)?.groups?.other
  if (written === undefined || /[,;]/.test(name) || !isOtherSurname(written, name)) return null
  const other = written.toLowerCase()
  const { names, confidence } = recognizeName(name.replace(SURNAME_IN_BRACKETS, ' '))
  const [best] = names
  if (best?.surname === undefined || confidence < SURE_APART) return null
  return [`${best.surname}-${other}`, best.surname, other].map((surname, at) =>
    nameReading({ surname, given: best.given, patronymic: best.patronymic }, text, {
      confidence: confidence - at * LESS_BY_RANK_OF_NAME
    })
  )
}

/** But no «(менеджер)» and no «(Анна)». */
function isOtherSurname(written: string, name: string): boolean {
  const word = classifyNameWord(written.toLowerCase())
  const isCapitalised = /^\p{Lu}/u.test(written) || name === name.toLowerCase()
  return word.likeness > 0 && !isAnchor(word) && isCapitalised && !isCommonWord(written.toLowerCase())
}

/** «прописан Примеров Илья» asks for a person. */
function labelledAddress(text: string, value: string): Reading[] {
  if (addressConfidence(value) === 0 && recognizeName(value).confidence >= SURE_APART)
    return wordReadings(value)
  const named = addressAndName(value)
  const whole = makeReading('address', value, text, { confidence: named ? WHOLE_BESIDE_PARTS : 0.95 })
  return rankReadings([...(named ?? []), whole, plainText(text, TEXT_BESIDE)])
}

/** «адрес: Примерск, Ленина 5, Примеров Илья Андреевич»: two words alone may be a street. */
function addressAndName(value: string): Reading[] | null {
  const at = value.lastIndexOf(',')
  const name = value.slice(at + 1).trim()
  if (at < 0 || !isWholeName(recognizeName(name))) return null
  const names = sureNames(name, true)
  return names.length > 0 ? names.map((one, rank) => nameAndRest(one, value.slice(0, at), true, rank)) : null
}

/** The text without its label, signs that no name has and the words of a question. */
function nameTextOf(text: string): string {
  const unlabelled = text.replace(NAME_LABEL, '')
  const plain = PLAIN.test(unlabelled)
    ? unlabelled
    : unlabelled.replace(FOREIGN_SIGNS, ' ').replace(/ {2,}/g, ' ').trim()
  return withoutPreposition(withoutDash(withoutQuestion(plain) || plain))
}

const SPACED_DASH = / [–—-] /

/** «Примеров — Илья»: a dash parts a name inside where the words on both sides are one. */
function withoutDash(text: string): string {
  if (!SPACED_DASH.test(text)) return text
  const { names, remarks } = namesBetweenSigns(text)
  const [name] = names
  return name !== undefined && names.length === 1 && remarks.length === 0 ? name : text
}

/** «О Примерове Илье»: one letter may be an initial, and is none only before a name in an oblique case. */
function withoutPreposition(text: string): string {
  const preposition = PREPOSITION.exec(text)?.[0]
  if (preposition === undefined) return text
  const rest = text.slice(preposition.length)
  const evidence = recognizeName(rest)
  const isNamed = preposition.length > 2 && evidence.confidence >= NAME_AFTER_PREPOSITION
  return isNamed || obliqueReadings(rest, rest, evidence) ? rest : text
}

/** «Примеров Иван Петрович, Анна Сергеевна»: behind a whole name and a comma two words more are no part of it. */
function endsAtComma(text: string): boolean {
  const [head = '', ...tail] = text.split(/[,;]/)
  if (tail.length === 0 || tail.join(' ').trim().split(/ +/).length < 2) return false
  const evidence = recognizeName(head)
  return evidence.confidence >= SURE_BESIDE_WORDS && isWholeName(evidence)
}

const isWholeName = ({ names: [best] }: RecognizedName): boolean =>
  !!best?.surname && !!best.given && !!best.patronymic

/** One word that no table knows and that only ends as a name does: «Водоканал». */
function isUnknownWord({ words, unknownWords }: RecognizedName): boolean {
  return words === 1 && unknownWords.length === 1
}

/** An unknown word beside two parts of a name is rather the third one than anything else. */
function isTriple(evidence: RecognizedName): boolean {
  return evidence.unknownWords.length === 1 && isWholeName(evidence)
}

/** Beside a sure name with a rest, a double name made of that rest is not worth showing. */
function namesFor(names: PersonName[], split: boolean, text: string): PersonName[] {
  const plain = names.filter(
    name => !split || text.includes('-') || !/-/.test(`${name.surname}${name.given}`)
  )
  return plain.slice(0, split ? 1 : NAMES_OFFERED)
}

function plainText(text: string, confidence: number): Reading {
  return makeReading('text', text, text, { confidence })
}

const SURE_BESIDE_WORDS = 0.92
/** A comma or a place tells where the name ends: «Пантелей Примеров, Примерск». */
const SURE_APART = 0.75
/** A little likelier than the whole as an address, which is asked for too. */
const UNKNOWN_BESIDE_TOWN = 0.86
const LESS_BY_RANK_OF_NAME = 0.02
const LONGEST_NAME_WORDS = 4

/** A sure name at the beginning or the end of a longer text: «Иванов Иван Иванович, Москва», «ООО Ромашка Иванов Иван». */
function nameWithRest(text: string): Reading[] {
  const words = text.split(' ')
  let longest: Reading[] = []
  for (let count = Math.min(LONGEST_NAME_WORDS, words.length - 1); count >= 2; count--) {
    for (const fromEnd of [false, true]) {
      const cut = fromEnd ? words.length - count : count
      const [head, tail] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')]
      const name = (fromEnd ? tail : head).replace(/[,;]+$/, '')
      const rest = withoutBrackets((fromEnd ? head : tail).replace(/^[\s,;–—-]+|[\s,;–—-]+$/g, ''))
      if (
        /[,;]/.test(name) ||
        (fromEnd && isCutFirm(name, rest)) ||
        isOrganization(name) ||
        addressConfidence(name) > 0.7
      )
        continue
      const isParted = /[,;]$/.test(words[cut - 1] ?? '')
      const names = sureNames(name, isParted || addressConfidence(rest) > 0)
      if (names.length === 0 && isParted && namesTown(rest)) names.push(...besideTown(name))
      if (names.length === 0 || !/\p{L}{2}|\d/u.test(rest)) continue
      const readings = names.map((one, at) => nameAndRest(one, rest, isParted, at))
      // «Примеров Илья Примерская область»: a shorter name may leave a place.
      if (isPlaceOrOrganization(rest)) return readings
      if (longest.length === 0) longest = readings
    }
  }
  return longest
}

function surnameAndFirm(text: string): Reading[] | null {
  const { surname, firm } = surnameBesideFirm(text) ?? {}
  if (surname === undefined || firm === undefined) return null
  const { names, confidence } = recognizeName(surname)
  const readings = names.slice(0, 1).map(one => nameReading(one, surname, { confidence }, names))
  return readings.map(one => nameAndRest(one, firm, true, 0))
}

/** «ООО» apart from the «Ромашка Иванов Иван Иванович» behind it, and «директор ООО «Ромашка» from «Иванов И. И.». */
const isCutFirm = (name: string, rest: string): boolean =>
  isOrganization(rest) && (/[«»"]/.test(name) || (/^\p{L}+$/u.test(rest) && name.split(' ').length > 3))

const isPlaceOrOrganization = (text: string): boolean => addressConfidence(text) > 0 || isOrganization(text)

/** The readings of a text that surely is a name: one, or two of a name in an oblique case, the surer one first. */
function sureNames(text: string, isApart: boolean): Reading[] {
  const evidence = recognizeName(text)
  const [best] = evidence.names
  const isSure = isApart
    ? evidence.confidence >= SURE_APART
    : evidence.confidence >= SURE_BESIDE_WORDS && (evidence.unknownWords.length === 0 || isTriple(evidence))
  const oblique = isSure || hasObliquePatronymic(text) ? (obliqueReadings(text, text, evidence) ?? []) : []
  if (!best || !isSure || oblique.length > 0) return oblique
  const surnames = namesOfBothSurnames(text, text)
  if (surnames) return surnames
  return [nameReading(best, text, { confidence: evidence.confidence }, evidence.names)]
}

/** «Иванов Вин» of «Иванов Вин, г. Примерск»: no table has the given name, and the town is another. */
function besideTown(text: string): Reading[] {
  const { names, unknownWords, confidence } = recognizeName(text)
  const [best] = names
  const isNamed = best?.given !== undefined && best.patronymic === undefined && unknownWords.length === 1
  const isUsual = classifyNameWord(best?.surname ?? '').likeness === 2 && !ADJECTIVE.test(best?.surname ?? '')
  if (!best || !isNamed || !isUsual || !TWO_CAPITALS.test(text)) return []
  return [nameReading(best, text, { confidence }, names)]
}

function nameAndRest(name: Reading, rest: string, isParted: boolean, rank: number): Reading {
  const place = addressConfidence(rest)
  const other =
    place > 0 ? makeReading('address', rest, rest, { confidence: place }) : plainText(rest, TEXT_ALONE)
  const likely = name.confidence < SURE_APART ? UNKNOWN_BESIDE_TOWN : 0.9
  const confidence = isPlaceOrOrganization(rest) ? likely : isParted ? 0.8 : 0.6
  return combineReadings([name, other], confidence - rank * LESS_BY_RANK_OF_NAME)
}

/** A reading of several parts that all hold. */
export function combineReadings(parts: Reading[], confidence: number): Reading {
  const notes = parts.map(part => part.note).filter(note => note !== undefined)
  const whole = makeReading('combined', parts.map(part => part.value).join(' '), '', {
    confidence,
    valid: parts.every(part => part.valid),
    note: notes.length > 0 ? [...new Set(notes)].join('; ') : undefined
  })
  return { ...whole, parts, terms: parts.flatMap(part => part.terms) }
}
