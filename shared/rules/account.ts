import * as v from 'valibot'
import {
  NEW_PASSWORD_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  TELEGRAM_CHAT_ID_MAX_CHARS,
  TURNSTILE_TOKEN_MAX_CHARS,
  USERNAME_MAX_CHARS,
  USERNAME_MIN_CHARS
} from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const NO_TOKEN = PROBLEMS.SECURITY_CHECK_MISSING.text

/** Specification §5 «Username». Latin letters only, so no look-alike of another script can imitate a name. */
export const username = v.pipe(
  v.string('Имя пользователя должно содержать минимум 4 символа'),
  v.minLength(USERNAME_MIN_CHARS, 'Имя пользователя должно содержать минимум 4 символа'),
  v.maxLength(USERNAME_MAX_CHARS, 'Имя пользователя должно содержать не больше 64 символов'),
  v.regex(/^[a-zA-Z]+$/, 'Имя пользователя должно содержать только английские буквы')
)

/** Specification §5 «Password»: the rule of registration, login and of every new password. */
export const password = v.pipe(
  v.string('Пароль должен содержать минимум 10 символов'),
  v.minLength(PASSWORD_MIN_CHARS, 'Пароль должен содержать минимум 10 символов'),
  v.maxLength(PASSWORD_MAX_CHARS, 'Пароль должен содержать не больше 256 символов'),
  v.regex(/^(?=.*\p{L})(?=.*\d)/su, 'Пароль должен содержать буквы и цифры')
)

/**
 * A new password at a change or a reset: the specification's six characters are named first, then the rule of
 * registration, because a password that the login form refuses would lock its owner out.
 */
export const newPassword = v.pipe(
  v.string('Новый пароль должен содержать минимум 6 символов'),
  v.minLength(NEW_PASSWORD_MIN_CHARS, 'Новый пароль должен содержать минимум 6 символов'),
  password
)

export const turnstileToken = v.pipe(
  v.string(NO_TOKEN),
  v.minLength(1, NO_TOKEN),
  v.maxLength(TURNSTILE_TOKEN_MAX_CHARS, PROBLEMS.SECURITY_CHECK_FAILED.text)
)

export const login = v.object({ username, password, turnstile_token: turnstileToken }, WRONG)
export const register = v.object({ username, password, turnstile_token: turnstileToken }, WRONG)

/** What the registration form holds; `confirmPassword` never leaves it. */
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

const REQUIRED = 'Заполните все поля'
const filled = v.pipe(v.string(REQUIRED), v.minLength(1, REQUIRED))

/** Specification §5 «Change password»: all filled, then new and confirm equal, then the length. */
export const changePassword = v.pipe(
  v.object(
    {
      current_password: v.pipe(filled, v.maxLength(PASSWORD_MAX_CHARS, PROBLEMS.WRONG_PASSWORD.text)),
      new_password: filled,
      confirm_password: filled
    },
    REQUIRED
  ),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      form => form.new_password === form.confirm_password,
      PROBLEMS.PASSWORDS_DIFFER.text
    ),
    ['confirm_password']
  ),
  v.forward(
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.new_password !== dataset.value.confirm_password) return
      const checked = v.safeParse(newPassword, dataset.value.new_password, { abortPipeEarly: true })
      if (!checked.success) addIssue({ message: checked.issues[0].message })
    }),
    ['new_password']
  )
)

const CHAT_ID = 'Telegram Chat ID состоит из цифр, у группы впереди минус'

/** Telegram chat ids are signed integers of at most 52 bits (core.telegram.org/bots/api#chat); empty clears it. */
export const profileSettings = v.object(
  {
    telegram_chat_id: v.nullable(
      v.pipe(
        v.union(
          [v.string(CHAT_ID), v.pipe(v.number(CHAT_ID), v.safeInteger(CHAT_ID), v.transform(String))],
          CHAT_ID
        ),
        v.trim(),
        v.maxLength(TELEGRAM_CHAT_ID_MAX_CHARS, CHAT_ID),
        v.regex(/^(-?\d{1,16})?$/, CHAT_ID),
        v.transform(text => (text === '' ? null : text))
      )
    )
  },
  CHAT_ID
)
