export const PROFILE_TEXTS = {
  passwordChanged: 'Пароль успешно изменен',
  chatIdChanged: 'Telegram Chat ID успешно обновлен',
  purposeChanged: 'Цель поиска сохранена'
} as const
