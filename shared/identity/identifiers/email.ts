import { repairLatin } from '#shared/identity/text/homoglyphs.ts'
import { asciiHost, unicodeHost } from './host-name.ts'
import type { KindReader } from './kind-reader.ts'
import { isPlaceholder } from './placeholder.ts'

const LABEL = /^(?:e-?mail|mail|почта|эл\.? ?почта|электронная почта|емейл|имейл)[\s:.\-–—]{1,4}/
const MAX_CHARS = 254
const OTHER_LETTERS = /@.*(?:[^ -~]|xn--)/
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Normal form: lower case, Latin look-alikes repaired, no label or brackets. Null when it is no e-mail. */
export function normalizeEmail(text: string): string | null {
  if (text.length > MAX_CHARS + 40 || !text.includes('@')) return null
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(LABEL, '')
    .replace(/^mailto:([^?]+)(?:\?.*)?$/, '$1')
  const bare = plain.replace(/^[<("'«]+/, '').replace(/[\]>)"'»,;.!?/]+$/, '')
  const address = repairLatin(bare)
  if (isPlaceholder(address) || !isValidEmail(address)) return null
  return OTHER_LETTERS.test(address) ? withWrittenHost(address) : address
}

/** A domain has two spellings, «почта.рф» and «xn--80a1acny.xn--p1ai»; people read the first. */
function withWrittenHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = asciiHost(address.slice(at))
  const normal = host === null ? address : address.slice(0, at) + unicodeHost(host)
  return isValidEmail(normal) ? normal : address
}

function registeredEmail(normal: string): string {
  const at = normal.lastIndexOf('@') + 1
  return normal.slice(0, at) + (asciiHost(normal.slice(at)) ?? normal.slice(at))
}

/** One @, a local part without stray dots, a domain of at least two labels. */
export function isValidEmail(normal: string): boolean {
  if (normal.length > MAX_CHARS) return false
  const at = normal.indexOf('@')
  if (at < 1 || at !== normal.lastIndexOf('@')) return false
  const labels = normal.slice(at + 1).split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u.test(top)) return false
  return LOCAL.test(normal.slice(0, at)) && labels.every(label => DOMAIN_LABEL.test(label))
}

/** A written form of addresses with the likelihood that a match is one. */
interface EmailForm {
  pattern: RegExp
  sure: number
  meant(span: string): string
  isSpaced?: true
}

const SCHEME = /^(?:https?|ftp):\/\//iu
const AT = / ?[[({](?:at|собака)[\])}] ?/giu
const DOT = / ?[[({](?:dot|точка)[\])}] ?/giu

const EMAIL_FORMS: readonly EmailForm[] = [
  {
    pattern:
      /(?:mailto:|https?:\/\/|ftp:\/\/)?[^\s@,;:=|<>()[\]"'«»✉/]{1,64}@[^\s@,;|<>()[\]"'«»/]{3,189}/giu,
    sure: 0.99,
    meant: span => span.replace(SCHEME, '')
  },
  {
    // A dot with a space on one side only may end the sentence before the address.
    pattern:
      /(?<![\p{L}\p{N}@._%+-])[a-z0-9_%+-]{1,64}(?:(?:\.| \. )[a-z0-9_%+-]{1,64}){0,4} {0,2}@ {0,2}[a-z0-9-]{1,63}(?:(?:\.[a-z0-9-]{1,63}){1,4}| {0,2}\. {0,2}[a-z]{2,24})(?![\p{L}\p{N}@_])/giu,
    sure: 0.98,
    meant: span => (span.includes(' ') ? span.replaceAll(' ', '') : ''),
    isSpaced: true
  },
  {
    // «i.primerov [at] example [dot] com»
    pattern:
      /(?<![\p{L}\d])[a-z0-9._%+-]{1,64} ?[[({](?:at|собака)[\])}] ?[a-z0-9-]{1,63}(?: ?(?:\.|[[({](?:dot|точка)[\])}]) ?[a-z0-9-]{2,63}){1,4}/giu,
    sure: 0.95,
    meant: span => span.replace(AT, '@').replace(DOT, '.')
  }
]

const MAY_HOLD = /@|[[({](?:at|собака)[\])}]/iu

export const emailFormsOf = (text: string): readonly EmailForm[] => (MAY_HOLD.test(text) ? EMAIL_FORMS : [])

/** Addresses of a text in normal form, in order. */
export function emailsIn(text: string): string[] {
  const places: { index: number; value: string }[] = emailFormsOf(text).flatMap(({ pattern, meant }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: span, index }) => {
      const value = normalizeEmail(meant(span))
      return value === null ? [] : [{ index, value }]
    })
  )
  return places.sort((one, other) => one.index - other.index).map(({ value }) => value)
}

export const email: KindReader = {
  normalize: normalizeEmail,
  isValid: isValidEmail,
  writtenForms: value =>
    [value, registeredEmail(value)].flatMap(form => [form, form.toUpperCase(), form.toLowerCase()]),
  labels:
    'e-mail адрес; email адрес; email; e-mail; mail; почта; эл почта; электронная почта; эл адрес; адрес электронной почты; адрес эл почты; мейл; имейл; емейл',
  headers: [
    'E-mail',
    'Почта',
    'Эл. почта',
    'Электронная почта',
    'Электр. почта',
    'Адрес электронной почты',
    'Адрес эл. почты',
    'Электронный адрес',
    'Эл. адрес',
    'Емейл',
    'Имейл',
    'Мейл',
    'Мэйл',
    'Емайл',
    'mail',
    'mail address',
    'email address',
    'e-mail address',
    'pochta'
  ],
  behindLabel: /^\S{3,254}/,
  inText:
    /(?<![\p{L}\p{N}])(?:e-?mail|почта|эл\.\s*почта|мейл)[\s:–-]*([^\s@,;]{1,254}@[^\s@,;]{1,254}\.[\p{L}]{2,63})/giu,
  shapes: [{ form: /@/, read: text => emailsIn(text)[0] ?? null }],
  column: {
    signs: [
      { holds: text => text.split(/[;|\n]/).every(part => normalizeEmail(part) !== null), enough: 0.7 }
    ],
    rank: 1,
    isAlone: true
  }
}
