import * as v from 'valibot'
import { BALANCE_MAX, BLOCK_REASON_MAX_CHARS } from '#shared/admin-constants.ts'
import { NEW_PASSWORD_MIN_CHARS } from '#shared/constants.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { password } from './account.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line } from './line.ts'
import { profileSettings } from './profile.ts'

const NO_ROLE = 'Роль обязательна'
const NO_SUCH_ROLE = 'Такой роли нет'
const NOT_A_COUNT = 'Количество запросов: целое число'
const NEGATIVE = 'Количество запросов не может быть отрицательным'
const TOO_MANY = `Количество запросов не может быть больше ${BALANCE_MAX.toLocaleString('ru-RU')}`
const SHORT_PASSWORD = 'Пароль должен содержать минимум 6 символов'

const role = v.pipe(v.string(NO_ROLE), v.minLength(1, NO_ROLE), v.picklist(ROLES, NO_SUCH_ROLE))

/** Forms send text. Numbers beyond exact digits are refused as too many. */
const requestsCount = v.pipe(
  v.union(
    [
      v.number(NOT_A_COUNT),
      v.pipe(v.string(NOT_A_COUNT), v.trim(), v.regex(/^-?\d{1,300}$/, NOT_A_COUNT), v.transform(Number))
    ],
    NOT_A_COUNT
  ),
  v.integer(NOT_A_COUNT),
  v.minValue(0, NEGATIVE),
  v.maxValue(BALANCE_MAX, TOO_MANY)
)

export const userEdit = v.object(
  {
    role: v.nullish(role, ''),
    requests_count: v.optional(requestsCount),
    telegram_chat_id: v.optional(profileSettings.entries.telegram_chat_id)
  },
  FORM_REFUSALS.BAD_INPUT
)
export type UserEdit = v.InferOutput<typeof userEdit>

/** Only administrators read the reason. */
export const userBlock = v.object(
  { reason: v.nullish(line('Причина', BLOCK_REASON_MAX_CHARS, 'Причина обязательна'), '') },
  FORM_REFUSALS.BAD_INPUT
)

/** The text for six characters precedes the rule of registration. */
export const passwordReset = v.object(
  {
    new_password: v.nullish(
      v.pipe(v.string(SHORT_PASSWORD), v.minLength(NEW_PASSWORD_MIN_CHARS, SHORT_PASSWORD), password),
      ''
    )
  },
  FORM_REFUSALS.BAD_INPUT
)
