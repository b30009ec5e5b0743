import { readEmail, readPhone } from '#shared/identity/reading/recognizers/identifier-readings.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { type Form, formsIn } from './patterned.ts'

const FORMS: Form[] = [
  {
    pattern: /(?:mailto:)?[^\s@,;:=|<>()[\]"'«»✉]{1,64}@[^\s@,;|<>()[\]"'«»]{3,189}/gu,
    read: span => readEmail(span, 0.99)
  },
  {
    pattern:
      /(?<![\p{L}\p{N}@._%+-])[a-z0-9_%+-]{1,64}(?:(?:\.| \. )[a-z0-9_%+-]{1,64}){0,4} {0,2}@ {0,2}[a-z0-9-]{1,63}(?:(?:\.[a-z0-9-]{1,63}){1,4}| {0,2}\. {0,2}[a-z]{2,24})(?![\p{L}\p{N}@_])/giu,
    read: span => (span.includes(' ') ? readEmail(span.replaceAll(' ', ''), 0.98) : null)
  },
  {
    // «i.primerov [at] example [dot] com»
    pattern:
      /(?<![\p{L}\d])[a-z0-9._%+-]{1,64} ?[[({](?:at|собака)[\])}] ?[a-z0-9-]{1,63}(?: ?(?:\.|[[({](?:dot|точка)[\])}]) ?[a-z0-9-]{2,63}){1,4}/giu,
    read: span =>
      readEmail(
        span.replace(/ ?[[({](?:at|собака)[\])}] ?/giu, '@').replace(/ ?[[({](?:dot|точка)[\])}] ?/giu, '.'),
        0.95
      )
  },
  {
    pattern: /(?:wa|t)\.me\/\+?\d{11,15}/gu,
    read: span => readPhone(span.slice(span.indexOf('/') + 1), 0.97)
  }
]

/** E-mails, also with blanks around their signs, and links to a telephone number. */
export const recognizeEmails: Recognizer = line =>
  /[@/[({]/.test(line.text)
    ? formsIn(line, FORMS).map(span => ({ ...span, tag: 'email' as const, weight: span.weight + SURE }))
    : []

/** Whatever its words are by themselves. */
const SURE = 6
