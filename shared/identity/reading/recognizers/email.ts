import { emailFormsOf } from '#shared/identity/identifiers/email.ts'
import { withNote } from '#shared/identity/reading/reading.ts'
import { readEmail, readPhone } from '#shared/identity/reading/recognizers/identifier-readings.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { type Form, formsIn } from './patterned.ts'

const PHONE_LINK: Form = {
  pattern: /(?:wa|t)\.me\/\+?\d{11,15}/gu,
  read: span => readPhone(span.slice(span.indexOf('/') + 1), 0.97)
}

export const recognizeEmails: Recognizer = line => {
  const forms = emailFormsOf(line.text).map(({ pattern, sure, meant, isSpaced }) => ({
    pattern,
    read: (span: string) => {
      const address = meant(span)
      const reading = readEmail(address, sure)
      if (reading === null || !isSpaced) return reading
      return {
        ...withNote(reading, `${READING_NOTES.blanks} ${address}`),
        terms: span.split(' ').filter(Boolean)
      }
    }
  }))
  return formsIn(line, [...forms, PHONE_LINK]).map(span => ({
    ...span,
    tag: 'email' as const,
    weight: span.weight + SURE
  }))
}

const SURE = 6
