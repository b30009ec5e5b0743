import * as v from 'valibot'
import { NEW_PASSWORD_MIN_CHARS, TELEGRAM_CHAT_ID_MAX_CHARS } from '#shared/constants.ts'
import { password } from './account.ts'
import { FORM_REFUSALS } from './form-refusals.ts'

/** The text for six characters precedes the rule of registration, so that nobody sets a password that login refuses. */
const newPassword = v.pipe(
  v.string('Новый пароль должен содержать минимум 6 символов'),
  v.minLength(NEW_PASSWORD_MIN_CHARS, 'Новый пароль должен содержать минимум 6 символов'),
  password
)

const REQUIRED = 'Заполните все поля'
const filled = v.pipe(v.string(REQUIRED), v.minLength(1, REQUIRED))

/** Order: all filled, new equals confirmation, length. */
export const changePassword = v.pipe(
  v.object(
    {
      current_password: filled,
      new_password: filled,
      confirm_password: filled
    },
    REQUIRED
  ),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      form => form.new_password === form.confirm_password,
      FORM_REFUSALS.PASSWORDS_DIFFER
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

const CHAT_ID = 'Telegram Chat ID: до 16 цифр, у группы впереди минус'

/** Signed integers of 52 bits (core.telegram.org/bots/api#chat); empty clears it. */
const chatId = v.pipe(
  v.string(CHAT_ID),
  v.trim(),
  v.maxLength(TELEGRAM_CHAT_ID_MAX_CHARS, CHAT_ID),
  v.regex(/^(-?\d{1,16})?$/, CHAT_ID),
  v.transform(text => (text === '' ? null : text))
)

export const profileForm = v.object({ telegram_chat_id: chatId }, CHAT_ID)

export const profileSettings = v.object(
  {
    telegram_chat_id: v.nullable(
      v.union(
        [chatId, v.pipe(v.number(CHAT_ID), v.safeInteger(CHAT_ID), v.transform(String), chatId)],
        CHAT_ID
      )
    )
  },
  CHAT_ID
)
