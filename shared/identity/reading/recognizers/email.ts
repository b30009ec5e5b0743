import { emailFormsOf } from '#shared/identity/identifiers/email.ts'
import { withNote } from '#shared/identity/reading/reading.ts'
import { readEmail, readPhone } from '#shared/identity/reading/recognizers/read-identifier.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { type Form, formsIn } from './patterned.ts'

/** «https://wa.me/79732041740», «tel:+7-973-204-17-40» */
const PHONE_LINK: Form = {
  pattern:
    /(?<![\p{L}\d./:@-])(?:(?:https?:\/\/)?(?:www\.)?(?:(?:wa|t)\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=)|(?:whatsapp|viber|tg):\/\/\w{1,12}\/?\?(?:phone|number)=|(?:tel|sms|callto):(?:\/\/)?)(?:\+|%2b)?\d[\d-]{9,17}\d(?:\/?[?&#][^\s]*)?(?![\p{L}\d])/giu,
  read: span => readPhone(NUMBER_IN_LINK.exec(span)?.[0] ?? '', 0.97)
}
const NUMBER_IN_LINK = /\d[\d-]{9,17}\d/

/** «i.primerov@example,com» */
const WITH_COMMA: Form = {
  pattern:
    /(?<![\p{L}\p{N}@._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63},(?:[a-z]{2,3}|info)(?![\p{L}\p{N}@._-])/giu,
  read: span => {
    const address = span.replace(',', '.')
    const reading = readEmail(address, 0.9)
    return reading && { ...withNote(reading, `${READING_NOTES.comma} ${address}`), terms: [span] }
  }
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
  return formsIn(line, [...forms, WITH_COMMA, PHONE_LINK]).map(span => ({
    ...span,
    tag: 'email' as const,
    weight: span.weight + SURE
  }))
}

const SURE = 6
