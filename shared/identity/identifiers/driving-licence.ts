import { type KindReader, NEVER_ALONE } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

/** «99 ВУ 345678» has its series where others have a label. */
const LABEL =
  /(?<![а-яёa-z\d]|\d[ .-]{1,3})(?:водительск[а-яё]{2,3}|удостоверени[а-яё]|водителя|вод\.? ?уд|в\/у|ву|права|серия|серии|сер)(?![а-яёa-z])\.?|(?<![а-яёa-z])(?:номер|ном|no|n)(?![а-яёa-z])\.?/g
const LONGEST_TEXT = 80
const SEPARATORS = /[\s.,:;\-‐‑‒–—−()№#/\\]/g
const LATIN = 'abekmhopctyx'
const CYRILLIC = 'авекмнорстух'
/** Region, then two digits (two letters until 2011), then the number. */
const FORM = /^\d{2}(?:\d{2}|[А-Я]{2})\d{6}$/
const WITH_LETTERS = /^\d{2} ?[а-яabekmhopctyx]{2} ?(?:№ ?)?\d{6}$/iu

/** Normal form of a Russian driving licence: ten signs, series and number, letters in Cyrillic capitals. */
export function normalizeDrivingLicence(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null
  const bare = text.normalize('NFKC').toLowerCase().replace(LABEL, ' ').replace(SEPARATORS, '')
  const normal = bare.replace(/[a-z]/g, letter => CYRILLIC[LATIN.indexOf(letter)] ?? letter).toUpperCase()
  if (!isValidDrivingLicence(normal)) return null
  return isPlaceholderNumber(normal) || isPlaceholderNumber(normal.slice(4)) ? null : normal
}

const isValidDrivingLicence = (normal: string): boolean => FORM.test(normal)

export const drivingLicence: KindReader = {
  normalize: normalizeDrivingLicence,
  isValid: isValidDrivingLicence,
  isWord: true,
  writtenForms: value => {
    const [region, series, number] = [value.slice(0, 2), value.slice(2, 4), value.slice(4)]
    return [
      `${region} ${series} ${number}`,
      `${region}${series} ${number}`,
      `${region}${series} № ${number}`,
      `${region} ${series} № ${number}`
    ]
  },
  labels:
    'водительское удостоверение; вод удостоверение; вод уд; удостоверение водителя; номер водительского удостоверения; в у; ву; номер в у; номер ву; права; водительские права; driving licence; driving license; driver licence; driver license',
  headers: [
    'Водительское удостоверение',
    'Вод. удостоверение',
    'Вод. уд.',
    'В/у',
    'Права',
    'Водительские права',
    'Номер водительского удостоверения',
    '№ водительского удостоверения',
    'Серия и номер водительского удостоверения',
    'Номер в/у',
    '№ в/у',
    'Серия и номер в/у',
    'driving licence',
    'driving license',
    'driver license',
    'drivers license',
    'license number'
  ],
  behindLabel:
    /^(?:сери[яи]:? {0,2})?\d{2}[ .-]?(?:\d{2}|\p{L}{2})[ ,.-]{0,3}(?:(?:№|номер|ном\.?|n|no):? {0,2})?\d{3} ?\d{3}(?!\d)/iu,
  inText:
    /(?<![\p{L}\p{N}])(?:водительск\p{L}{2,3} (?:удостоверени\p{L}|прав\p{L}{0,2})|вод\. ?уд\.|в\/у|ву|права)[\s:№,-]{0,4}(?:серия )?(\d{2}\s?(?:\d{2}|\p{L}{2})[\s,]*(?:№|номер)?\s*\d{6})(?!\d)/giu,
  shapes: [{ form: WITH_LETTERS }],
  column: {
    signs: [
      { holds: text => WITH_LETTERS.test(text) || /^\d{2} ?\d{2} (?:№ ?)?\d{6}$/.test(text), enough: 0.8 },
      { holds: text => /^\d{10}$/.test(text), enough: NEVER_ALONE }
    ],
    rank: 9
  },
  run: { form: /^\d{10}$/, digitsMax: 10 },
  place: {
    mayHold: /\d{2}[ .-]{0,3}[А-Яа-яA-Za-z]{2}\P{L}/u,
    form: /(?<![\p{L}\d])\d{2}[ .-]{0,3}\p{L}{2}[ ,.-]{0,3}(?:(?:№|номер|ном\.?|no?)[ :]{0,2})?\d{3}[ .-]{0,3}\d{3}(?![\p{L}\d])/giu
  }
}
