import { emailFormsOf } from '#shared/identity/identifiers/email.ts'
import { readEmail, readPhone } from '#shared/identity/reading/recognizers/identifier-readings.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { type Form, formsIn } from './patterned.ts'

const PHONE_LINK: Form = {
  pattern: /(?:wa|t)\.me\/\+?\d{11,15}/gu,
  read: span => readPhone(span.slice(span.indexOf('/') + 1), 0.97)
}

/** E-mails, also with blanks around their signs, and links to a telephone number. */
export const recognizeEmails: Recognizer = line => {
  const forms = emailFormsOf(line.text).map(({ pattern, sure, meant }) => ({
    pattern,
    read: (span: string) => readEmail(meant(span), sure)
  }))
  return formsIn(line, [...forms, PHONE_LINK]).map(span => ({ ...span, weight: span.weight + SURE }))
}

/** Whatever its words are by themselves. */
const SURE = 6
