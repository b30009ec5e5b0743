import * as v from 'valibot'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { isValidEmail, normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { DECISIONS, type Decision, WANTS, type Want } from '#shared/labels/subject-requests.ts'
import { TO_BE_WRITTEN } from '#shared/texts/privacy.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { isStorable } from './storable.ts'

export const REQUEST_NAME_MAX_CHARS = 200
export const REQUEST_NOTE_MAX_CHARS = 2_000
export const ANSWER_MAX_CHARS = 4_000
export const CODE_DIGITS = 6

const WRONG = FORM_REFUSALS.BAD_INPUT
const NO_CONTACT = 'Укажите e-mail или телефон: на него придёт код'
const NOT_A_DAY = 'Дата рождения: день, месяц и год, например 07.03.1985'
const NAME_WITH_DAY = 'К дате рождения нужны фамилия и имя'

const text = (title: string, most: number) =>
  v.pipe(
    v.string(WRONG),
    v.check(isStorable, `${title}: есть недопустимые символы`),
    v.check(value => hasAtMost(value, most), `${title}: не больше ${most} символов`)
  )
const optionalText = (title: string, most: number) => v.nullish(v.pipe(text(title, most), v.trim()), '')

const email = v.pipe(
  optionalText('E-mail', 254),
  v.check(
    value => value === '' || isValidEmail(normalizeEmail(value) ?? ''),
    'Это не похоже на адрес e-mail'
  ),
  v.transform(value => normalizeEmail(value) ?? '')
)
const phone = v.pipe(
  optionalText('Телефон', 40),
  v.check(
    value => value === '' || isValidPhone(normalizePhone(value) ?? ''),
    'Это не похоже на номер телефона'
  ),
  v.transform(value => normalizePhone(value) ?? '')
)
const fullDay = (value: string) => {
  const date = parseBirthDate(value)
  return date?.day ? `${date.year}-${pad(date.month)}-${pad(date.day)}` : null
}
const pad = (number = 0) => String(number).padStart(2, '0')
const birthDate = v.pipe(
  optionalText('Дата рождения', 40),
  v.check(value => value === '' || fullDay(value) !== null, NOT_A_DAY),
  v.transform(value => fullDay(value) ?? '')
)

/** Random and made by the page: its owner may enter the code, and repeating it repeats the request. */
const key = v.pipe(v.string(WRONG), v.regex(/^[\w-]{22,64}$/, WRONG))

/** The code goes by e-mail, or by phone without one or on request. */
export const subjectRequest = v.pipe(
  v.object(
    {
      key,
      want: v.picklist(Object.keys(WANTS) as Want[], 'Выберите, чего вы хотите'),
      name: v.pipe(optionalText('ФИО', REQUEST_NAME_MAX_CHARS), v.transform(sanitizeText)),
      birth_date: birthDate,
      phone,
      email,
      note: optionalText('Что важно знать', REQUEST_NOTE_MAX_CHARS),
      on_behalf: v.nullish(v.boolean(WRONG), false)
    },
    WRONG
  ),
  v.forward(
    v.check(({ email, phone }) => email !== '' || phone !== '', NO_CONTACT),
    ['email']
  ),
  v.forward(
    v.check(({ name, birth_date }) => birth_date === '' || name.includes(' '), NAME_WITH_DAY),
    ['name']
  )
)
export type SubjectRequest = v.InferOutput<typeof subjectRequest>

export const requestKey = v.object({ key }, WRONG)

/** Spaces do not count. */
export const requestCode = v.object(
  {
    key,
    code: v.pipe(
      v.nullish(v.string(WRONG), ''),
      v.transform(value => value.replace(/[\s-]/g, '')),
      v.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `Введите ${CODE_DIGITS} цифр из сообщения`)
    )
  },
  WRONG
)

export const reportSecret = v.object(
  { secret: v.pipe(v.string(WRONG), v.regex(/^[\w-]{43}$/, WRONG)) },
  WRONG
)

/** `text` goes to the person. */
export const requestDecision = v.object(
  {
    decision: v.picklist(Object.keys(DECISIONS) as Decision[], 'Выберите решение'),
    answer: v.pipe(
      text('Ответ', ANSWER_MAX_CHARS),
      v.trim(),
      v.minLength(1, 'Напишите ответ человеку'),
      v.check(value => !value.includes(TO_BE_WRITTEN), 'Допишите, почему отказано')
    ),
    reason: optionalText('Для журнала', 500),
    identity_checked: v.nullish(v.boolean(WRONG), false),
    /** Records of the report that belong to somebody else. */
    left_out: v.nullish(v.pipe(v.array(text('Запись', 300), WRONG), v.maxLength(10_000, WRONG)), () => [])
  },
  WRONG
)
export type RequestDecision = v.InferOutput<typeof requestDecision>
