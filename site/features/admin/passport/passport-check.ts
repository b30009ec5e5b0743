import { type Passport, passport } from '#shared/rules/passport.ts'
import { createCheck } from '#site/lib/form-check.ts'
import type { FormCheck } from '#site/lib/form-store.ts'
import { FIELD_PREFIX, PURPOSE_PREFIX } from './field-names.ts'

const checkRead = createCheck(passport)
const NUMBERS = Object.entries(passport.entries).flatMap(([name, entry]) =>
  ('wrapped' in entry ? entry.wrapped : entry).type === 'number' ? [name] : []
)
const EMPTY = 'Заполните поле'

/** Reads the fields of `PassportFields.tsx`, with the columns that may be kept where the form has them. */
export const checkPassport: FormCheck<Passport> = values => {
  const purposes = chosen(values, PURPOSE_PREFIX)
  const checked = checkRead({
    ...values,
    ...numbersIn(values),
    fields: values.keeps === 'some' ? chosen(values, FIELD_PREFIX) : null,
    ...(purposes.length > 0 && { purposes_allowed: purposes })
  })
  if ('values' in checked) return { values: checked.values }
  const refusals = Object.entries(checked.refusals).map(([name, text]) => [
    name,
    values[name] === '' ? EMPTY : plain(text)
  ])
  return { refusals: Object.fromEntries(refusals) }
}

/** A form has texts; an empty one is no number. */
const numbersIn = (values: Record<string, unknown>) =>
  Object.fromEntries(NUMBERS.map(name => [name, values[name] ? Number(values[name]) : undefined]))

const chosen = (values: Record<string, unknown>, prefix: string) =>
  Object.keys(values)
    .filter(name => name.startsWith(prefix))
    .map(name => name.slice(prefix.length))

/** Without the name that a file has for the field: «Название (title): …». */
const plain = (text: string) => text.replace(/ \([a-z_]+\)/, '')
