import { dateFormsOf, surenessOf } from '#shared/identity/identifiers/date-forms.ts'
import { readBirthDate } from '#shared/identity/reading/recognizers/read-identifier.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { formsIn } from './patterned.ts'

const YEAR_SIGN = /^ ?г\.?(?!\p{L})/u

/** A bare year is weak unless a name stands beside it. */
export const recognizeDates: Recognizer = line => {
  const forms = dateFormsOf(line.text).map(form => ({
    pattern: form.pattern,
    read: (span: string) => readBirthDate(form.meant(span), surenessOf(form, span))
  }))
  const spans = formsIn(line, forms)
  // «г.» after a date belongs to the year or a town.
  return spans.flatMap(span => {
    const end = line.tokens[span.to - 1]?.to ?? 0
    const sign = YEAR_SIGN.exec(line.text.slice(end, end + 4))?.[0]
    return sign === undefined
      ? [span]
      : [span, { ...span, to: line.tokenAt(end + sign.length), weight: span.weight + 0.2 }]
  })
}
