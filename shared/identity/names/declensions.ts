import type { Gender } from './types.ts'

/** Index into the endings: genitive, dative, accusative, instrumental, prepositional. */
export type Case = 0 | 1 | 2 | 3 | 4
export const CASES: readonly Case[] = [0, 1, 2, 3, 4]

interface Declension {
  stem: RegExp
  nominative: string
  endings: readonly string[][]
}

const declension = (stem: RegExp, nominative: string, endings: string): Declension => ({
  stem,
  nominative,
  endings: endings.split(' ').map(ending => ending.split('/').map(text => (text === '-' ? '' : text)))
})

const unchanged = (word: RegExp): Declension => declension(word, '', '- - - - -')

const CONSONANT = /[бвгджзклмнпрстфхцчшщ]$/
const HUSHING = /[жшчщцкгх]$/
const VOWEL = /[аеёиоуыэюя]$/
const POSSESSIVE = /(?:ов|ев|ёв|ин|ын)$/
/** Surnames that are never declined, including Italian and Georgian ones. */
const NEVER_DECLINED =
  /(?:ко|аго|ово|[иы]х|швили|дзе|уа|[аеёиоуыэюя][бвгджзйклмнпрстфхцчшщь]+(?:[аио]нн?|лл|[ае]тт?|тел|ер|[аие]д|ур)и)$/
const INDECLINABLE = /[оеиуюэ]$/
/** Women's surnames on these are not declined. */
export const CONSONANT_ENDING = /[бвгджзйклмнпрстфхцчшщь]$/

const ON_A = [
  declension(HUSHING, 'а', 'и е у ой/ей/ою е'),
  declension(CONSONANT, 'а', 'ы е у ой/ою е'),
  declension(/и$/, 'я', 'и и ю ей/ею и'),
  declension(/[^иу]$/, 'я', 'и е ю ей/ёй/ею е')
]
const MALE_NOUNS = [
  declension(/[жшчщц]$/, '', 'а у а ем е'),
  declension(CONSONANT, '', 'а у а ом е'),
  declension(/и$/, 'й', 'я ю я ем и'),
  declension(VOWEL, 'й', 'я ю я ем е'),
  declension(/ь$/, 'й', 'я ю я ем/ём е'),
  declension(CONSONANT, 'ь', 'я ю я ем/ём е'),
  ...ON_A
]
const FEMALE_NOUNS = [...ON_A, declension(CONSONANT, 'ь', 'и и ь ью и')]

export const GIVEN: Record<Gender, Declension[]> = {
  male: MALE_NOUNS,
  female: [...FEMALE_NOUNS, unchanged(CONSONANT_ENDING)]
}
/** Adjectives with a stressed ending: «Толстой», not «Толстый». */
const STRESSED = /(?:^|-)(?:толст|трубецк|донск|крамск|ланск|луговск|шаховск)$/
export const SURNAME: Record<Gender, Declension[]> = {
  male: [
    unchanged(NEVER_DECLINED),
    declension(STRESSED, 'ой', 'ого ому ого ым/им ом'),
    declension(POSSESSIVE, '', 'а у а ым е/ом'),
    declension(/[кгх]$/, 'ий', 'ого ому ого им ом'),
    declension(CONSONANT, 'ий', 'его ему его им ем'),
    declension(CONSONANT, 'ый', 'ого ому ого ым ом'),
    ...MALE_NOUNS,
    unchanged(INDECLINABLE)
  ],
  female: [
    unchanged(NEVER_DECLINED),
    declension(STRESSED, 'ая', 'ой ой ую ой/ою ой'),
    declension(POSSESSIVE, 'а', 'ой ой у ой/ою ой'),
    declension(/(?:[сц]к|ьк|[бвгджзклмпрстфхцчшщ]н|[ои]ват)$/, 'ая', 'ой ой ую ой/ою ой'),
    declension(/[жчшщ]$/, 'ая', 'ей ей ую ей/ею ей'),
    ...ON_A,
    declension(CONSONANT, 'ая', 'ой ой ую ой/ою ой'),
    declension(/н$/, 'яя', 'ей ей юю ей/ею ей'),
    unchanged(INDECLINABLE),
    unchanged(CONSONANT_ENDING)
  ]
}

/** Restores the fleeting vowel: «кравц» is «кравец». Foreign names on two consonants have none: «Шварц». */
const FLEETING: [RegExp, string][] = [
  [/^павл$/, 'павел'],
  [/^льв$/, 'лев'],
  [/^петр$/, 'пётр'],
  [/(?:янц|[оу]льц|^[^аеёиоуыэюя]*[аеёиоуыэюя][лнр]ц)$/, '$&'],
  [/([аеёиоуыэюя])йц$/, '$1ец'],
  [/ьц$/, 'ец'],
  [/([бвгджзклмнпрстфх])ц$/, '$1ец'],
  [/([её])нк$/, '$1нок'],
  [/ьк$/, 'ёк'],
  [/([бвгджзмптфхцчшщ])к$/, '$1ок'],
  [/(о[рзст])л$/, '$1ёл'],
  [/([бвгджзкмпрстфхцчшщ])нь$/, '$1ень'],
  [/([гкп])ть$/, '$1оть'],
  [/ьй$/, 'ей']
]
export const STEM_MIN = 2

function withFleetingVowel(nominative: string): string {
  const fleeting = FLEETING.find(([form]) => form.test(nominative))
  return fleeting ? nominative.replace(...fleeting) : nominative
}

function nominatives(word: string, declensions: Declension[], at: Case): string[] {
  const nominatives: string[] = []
  for (const { stem, nominative, endings } of declensions) {
    for (const ending of endings[at] ?? []) {
      if (!word.endsWith(ending)) continue
      const bare = word.slice(0, word.length - ending.length)
      if (bare.length < STEM_MIN || !stem.test(bare)) continue
      nominatives.push(ending === nominative ? word : withFleetingVowel(bare + nominative))
    }
  }
  return nominatives
}

/** Handles double names, whose first half may stay: «Бонч-Бруевича». */
export function nominativeOf(
  name: string,
  at: Case,
  declensions: Declension[],
  choose: (candidates: string[]) => string | undefined
): string | undefined {
  const [last = '', ...others] = name.split('-').reverse()
  const chosen = (half: string) => choose(nominatives(half, declensions, at))
  const nominative = chosen(last)
  if (nominative === undefined || others.length === 0) return nominative
  return [...others.reverse().map(half => chosen(half) ?? half), nominative].join('-')
}
