import * as v from 'valibot'
import {
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  TURNSTILE_TOKEN_MAX_CHARS,
  USERNAME_MAX_CHARS,
  USERNAME_MIN_CHARS
} from '#shared/constants.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { isStorable } from './storable.ts'

const WRONG = FORM_REFUSALS.BAD_INPUT
const NO_TOKEN = FORM_REFUSALS.SECURITY_CHECK_MISSING

/** Latin letters only, so that no look-alike imitates a name. */
export const username = v.pipe(
  v.string('Имя пользователя должно содержать минимум 4 символа'),
  v.minLength(USERNAME_MIN_CHARS, 'Имя пользователя должно содержать минимум 4 символа'),
  v.maxLength(USERNAME_MAX_CHARS, 'Имя пользователя должно содержать не больше 64 символов'),
  v.regex(/^[a-zA-Z]+$/, 'Имя пользователя должно содержать только английские буквы')
)

/** Used by registration, login and every new password. */
export const password = v.pipe(
  v.string('Пароль должен содержать минимум 10 символов'),
  v.minLength(PASSWORD_MIN_CHARS, 'Пароль должен содержать минимум 10 символов'),
  v.maxLength(PASSWORD_MAX_CHARS, 'Пароль должен содержать не больше 256 символов'),
  v.regex(/^(?=.*\p{L})(?=.*\d)/su, 'Пароль должен содержать буквы и цифры'),
  v.check(isStorable, 'Пароль содержит недопустимые символы')
)

/** The list of common passwords is the server's: pages could not carry it. */
export const COMMON_PASSWORD = 'Этот пароль слишком распространён, придумайте другой'
export const PASSWORD_WITH_NAME = 'Пароль не должен содержать имя пользователя'

const turnstileToken = v.pipe(
  v.string(NO_TOKEN),
  v.minLength(1, NO_TOKEN),
  v.maxLength(TURNSTILE_TOKEN_MAX_CHARS, FORM_REFUSALS.SECURITY_CHECK_FAILED)
)

/** An absent or null key is refused by its own rule. */
const credentials = {
  username: v.nullish(username, ''),
  password: v.nullish(password, ''),
  turnstile_token: v.nullish(turnstileToken, '')
}
export const login = v.object(credentials, WRONG)
export const register = v.object(credentials, WRONG)

export const registerForm = v.pipe(
  v.object({ username, password, confirmPassword: v.string('Пароли не совпадают') }, WRONG),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      form => form.password === form.confirmPassword,
      'Пароли не совпадают'
    ),
    ['confirmPassword']
  )
)

export const loginForm = v.object({ username, password }, WRONG)
