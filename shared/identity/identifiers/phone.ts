import { internationalPhone } from './international-phone.ts'
import { ifValid, type KindReader } from './kind-reader.ts'
import { isPlaceholderNumber } from './placeholder.ts'

const LABEL =
  /(?<![а-яёa-z])(?:мобильный|моб|сотовый|сот|домашний|дом|рабочий|раб|контактный|телефон|тел|т|номер|phone|tel|mobile|mob|whatsapp|telegram)(?![а-яёa-z])\.?:?/g
/** «доб. 12», «(доб.12)», «x12», «#12», «;ext=12» */
const EXTENSION =
  /[\s(,]*(?:;ext=|доб(?:авочн[а-яё]{2,3})?|вн(?:утр[а-яё]{0,6})?|ext(?:ension)?|[xх#])[\s.:]{0,3}\d{1,7}\)?$/
/** «8 495 123 45 67, 12» */
const AFTER_COMMA = /^([^,]{10,}\d), \d{1,4}$/
const PLAIN_NUMBER = /^[\d ()+.-]*$/
const ALLOWED = /^[\d\s.,:;\-‐‑‒–—−~()[\]№#/\\+]+$/
const LONGEST_TEXT = 80
const FOREIGN_MIN_DIGITS = 8
const FOREIGN_MAX_DIGITS = 15
/** Without + a number is foreign only when it is longer than a Russian one without its code. */
const UNMARKED_MIN_DIGITS = 11
/** Dialling abroad from Russia: «8~10», «8-10». */
const FROM_RUSSIA = /^810(?=\d{9})/
const FROM_RUSSIA_DIGITS = 3

/**
 * Normal form: 11 digits from 7 (Russia, Kazakhstan), or all digits of a foreign number. The extension is dropped.
 * Null when the text is no phone or a placeholder. A number without + is foreign when it is dialled so or too long.
 */
export function normalizePhone(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null
  const rest = PLAIN_NUMBER.test(text) ? text.trim() : withoutWords(text)
  if (!ALLOWED.test(rest)) return null
  const digits = rest.replace(/\D+/g, '')
  const hasPlus = rest.startsWith('+') || rest.startsWith('(+')
  const national = nationalDigits(digits, hasPlus)
  if (national !== null) return isPlaceholderNumber(national) || /^0/.test(national) ? null : `7${national}`
  const dialled =
    !hasPlus && FROM_RUSSIA.test(digits) ? internationalPhone(digits.slice(FROM_RUSSIA_DIGITS)) : null
  if (dialled) return dialled.digits
  const foreign = digits.replace(/^00/, '')
  const longEnough = rest.includes('+') ? FOREIGN_MIN_DIGITS : UNMARKED_MIN_DIGITS
  if (foreign.length < longEnough || foreign.length > FOREIGN_MAX_DIGITS) return null
  if (isPlaceholderNumber(foreign) || foreign.startsWith('0')) return null
  return internationalPhone(foreign)?.digits ?? foreign
}

/** A text in usual signs without labels and an extension. */
const withoutWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LABEL, ' ')
    .replace(EXTENSION, '')
    .trim()
    .replace(AFTER_COMMA, '$1')

/** Ten digits after the code 7; null for a foreign number. */
function nationalDigits(digits: string, plus: boolean): string | null {
  if (digits.length === 10 && !plus) return /^[346789]/.test(digits) ? digits : null
  if (digits.length !== 11) return null
  if (digits.startsWith('7')) return digits.slice(1)
  // No country code begins with 89, and people write «+8 9…».
  if (digits.startsWith('8') && (!plus || digits.charAt(1) === '9')) return digits.slice(1)
  return null
}

/** Whether a numbering plan can hold the number, Russian, Kazakh or foreign. */
export function isValidPhone(normal: string): boolean {
  if (/^7\d{10}$/.test(normal)) return /^7[346789]/.test(normal)
  return internationalPhone(normal)?.digits === normal
}

/** «+7 973 204-17-40», «+375 29 123 45 67»; digits after + when no plan has the number. */
export function formatPhone(normal: string): string {
  if (!/^7\d{10}$/.test(normal)) return internationalPhone(normal)?.international ?? `+${normal}`
  return `+7 ${normal.slice(1, 4)} ${normal.slice(4, 7)}-${normal.slice(7, 9)}-${normal.slice(9)}`
}

/**
 * Whether the summary shows a phone and messengers are asked about it (`docs/how-it-works/matching.md` §2). Eleven digits start with
 * 7 and have more than two distinct digits after it; ten start with 3, 4, 8 or 9.
 */
export function isPhoneForSummary(digits: string): boolean {
  if (/^[3489]\d{9}$/.test(digits)) return true
  return /^7\d{10}$/.test(digits) && !/^7(\d)\1*(?:(\d)(?:\1|\2)*)?$/.test(digits)
}

const NATIONAL_DIGITS = 10
const RUSSIAN = /^7\d{10}$/
const readValid = /* @__PURE__ */ ifValid({ normalize: normalizePhone, isValid: isValidPhone })

/** Ten bare digits may be any number; a mobile begins with nine. */
const SHOWS_PHONE = /^\D*9|^\D*[78]\D*[3489]|^\+/

export const phone: KindReader = {
  normalize: normalizePhone,
  isValid: isValidPhone,
  format: formatPhone,
  isShown: isPhoneForSummary,
  core: value => value.slice(-NATIONAL_DIGITS),
  runs: value => (RUSSIAN.test(value) ? [value, `8${value.slice(1)}`, value.slice(1)] : [value]),
  writtenForms: writtenPhones,
  labels:
    'тел факс; номер мобильного; номер сотового; тел дом; тел раб; тел моб; тел сот; тел мобильный; тел домашний; тел рабочий; тел; телефон*; моб; мобильн*; сот; сотов*; моб тел; моб телефон; мобильный телефон; сот тел; раб тел; дом тел; рабочий телефон; домашний телефон; контактный телефон; конт тел; номер телефона; контактный номер телефона; номер тел; mobile; phone; phone number; tel; т; факс; телефон для связи; тел для связи',
  headers: [
    'Телефон',
    'Тел',
    'Тлф',
    'Номер телефона',
    'Телефонный номер',
    'Номер тел',
    'Мобильный',
    'Моб',
    'Моб. тел.',
    'Моб. телефон',
    'Мобильный телефон',
    'Мобильный номер',
    'Номер мобильного',
    'Сотовый',
    'Сотовый телефон',
    'Сот. тел.',
    'Контактный телефон',
    'Конт. тел.',
    'Конт. телефон',
    'Телефон контактный',
    'Домашний телефон',
    'Дом. тел.',
    'Рабочий телефон',
    'Раб. тел.',
    'Телефоны',
    'Контактный номер',
    'Номер абонента',
    'WhatsApp',
    'Вотсап',
    'Ватсап',
    'phone',
    'phone number',
    'phones',
    'tel',
    'telephone',
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'msisdn',
    'contact phone',
    'telefon'
  ],
  behindLabel: /^\+?[\d(][\d ()+.-]{5,24}\d/,
  inText:
    /(?<![\p{L}\p{N}])(?:тел|телефон|моб|мобильный|сот|whatsapp)\.?[\s:№-]*(\+?\d[\d\s()-]{8,16}\d)(?!\d)/giu,
  shapes: [
    {
      form: /^(?:\+?7|8)[ (.-]*[3489]\d{2}[ ).-]*\d{3}[ .-]*\d{2}[ .-]*\d{2}$|^\+\d[\d ()-]{7,18}$/,
      read: readValid
    },
    { form: /^\(?9\d{2}\)?[ -]{1,2}\d{3}[ -]?\d{2}[ -]?\d{2}$/ }
  ],
  column: {
    signs: [
      {
        holds: text =>
          text
            .split(/[;\n]/)
            .some(
              part =>
                readValid(part) !== null && SHOWS_PHONE.test(part.trim()) && !/^\d{12,}$/.test(part.trim())
            ),
        enough: 0.7
      }
    ],
    rank: 6,
    isAlone: true
  },
  run: { form: /^[1-9]\d{7,14}$/, digitsMax: 15 }
}

function writtenPhones(value: string): string[] {
  if (!RUSSIAN.test(value)) return [`+${value}`]
  const own = value.slice(1)
  const [code, a, b, c] = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8)]
  const groups = [`${a}-${b}-${c}`, `${a} ${b} ${c}`, `${a}${b}${c}`]
  const codes = ['+7', '8', '7'].flatMap(prefix => [
    `${prefix} ${code} `,
    `${prefix} (${code}) `,
    `${prefix}(${code})`
  ])
  return [
    ...['', '+7', '7', '8'].map(prefix => prefix + own),
    formatPhone(value),
    ...codes.flatMap(prefix => groups.map(group => prefix + group)),
    `+7-${code}-${a}-${b}-${c}`,
    `8-${code}-${a}-${b}-${c}`,
    `(${code}) ${a}-${b}-${c}`,
    `${code}-${a}-${b}-${c}`
  ]
}
