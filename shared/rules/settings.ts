import * as v from 'valibot'
import { RATE_MAX, SIGNUP_REQUESTS_MAX } from '#shared/admin-constants.ts'
import { FORM_REFUSALS } from './form-refusals.ts'

const LEAST_RATE = 0.01
const RATE = 'Курс должен быть больше 0'
const RATE_TOO_HIGH = `Курс: не больше ${RATE_MAX}`
const THRESHOLD = `Порог бонуса: число от 0 до ${RATE_MAX}`
const MULTIPLIER = 'Множитель бонуса: число от 1 до 100'
const SIGNUP = `Запросов при регистрации: целое число от 0 до ${SIGNUP_REQUESTS_MAX}`
const TOO_FINE = 'Не больше четырёх знаков после запятой'

/** «1e999», which JSON reads as Infinity, and «1e+21». */
const EXPONENT = /^(?:Infinity|\d{1,30}(?:[.,]\d{1,20})?e\+?\d{1,20})$/i
const isOverAll = (sent: string): boolean => EXPONENT.test(sent) && Number(sent.replace(',', '.')) > RATE_MAX

/**
 * A decimal with point or comma, exact to four digits, without exponent. A number of up to 30 digits is refused by its
 * limit, a longer text as no number.
 */
const decimal = (text: string, tooHigh = text) =>
  v.pipe(
    v.union([v.string(), v.number()], text),
    v.transform(sent => String(sent).trim()),
    v.check(sent => !isOverAll(sent), tooHigh),
    v.regex(/^-?\d{1,30}([.,]\d{1,20})?$/, text),
    v.transform(digits => digits.replace(',', '.')),
    v.check(digits => !/\.\d{4}\d*[1-9]/.test(digits), TOO_FINE),
    v.transform(Number)
  )

/** An absent key leaves its value. */
export const creditTermsForm = v.object(
  {
    rate: v.nullish(
      v.pipe(decimal(RATE, RATE_TOO_HIGH), v.minValue(LEAST_RATE, RATE), v.maxValue(RATE_MAX, RATE_TOO_HIGH)),
      ''
    ),
    bonus_threshold: v.optional(
      v.pipe(decimal(THRESHOLD), v.minValue(0, THRESHOLD), v.maxValue(RATE_MAX, THRESHOLD))
    ),
    bonus_multiplier: v.optional(
      v.pipe(decimal(MULTIPLIER), v.minValue(1, MULTIPLIER), v.maxValue(100, MULTIPLIER))
    ),
    signup_requests: v.optional(
      v.pipe(
        decimal(SIGNUP),
        v.integer(SIGNUP),
        v.minValue(0, SIGNUP),
        v.maxValue(SIGNUP_REQUESTS_MAX, SIGNUP)
      )
    )
  },
  FORM_REFUSALS.BAD_INPUT
)
export type CreditTermsForm = v.InferOutput<typeof creditTermsForm>
