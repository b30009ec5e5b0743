/** Words of the profile that the specification fixes to the letter and that are no refusal of the API. */

export const PROFILE_TEXTS = {
  passwordChanged: 'Пароль успешно изменен',
  chatIdChanged: 'Telegram Chat ID успешно обновлен'
} as const
