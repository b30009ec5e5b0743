/** Words of the profile, fixed to the letter, none of which is a refusal of the API. */

export const PROFILE_TEXTS = {
  passwordChanged: 'Пароль успешно изменен',
  chatIdChanged: 'Telegram Chat ID успешно обновлен',
  purposeChanged: 'Цель поиска сохранена'
} as const
