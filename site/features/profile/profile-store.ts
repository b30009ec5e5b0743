import type { User } from '#shared/contracts/auth.ts'
import { PROFILE_TEXTS } from '#shared/texts/profile.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { USER_SHAPE, updateUser } from '#site/lib/session-store.ts'

export const passwordForm = createForm({
  loadCheck: async () => (await import('./profile-checks.ts')).checkPassword,
  fallback: 'Не удалось изменить пароль',
  async send(body) {
    await ask('/api/profile/change-password', { body })
    return PROFILE_TEXTS.passwordChanged
  }
})

/** An empty line clears the id. */
export const chatIdForm = createForm({
  loadCheck: async () => (await import('./profile-checks.ts')).checkChatId,
  fallback: 'Не удалось сохранить Telegram Chat ID',
  async send(body) {
    await ask('/api/profile/settings', { method: 'PUT', body })
    updateUser(body)
    return PROFILE_TEXTS.chatIdChanged
  }
})

export const purposeForm = createForm({
  loadCheck: async () => (await import('./profile-checks.ts')).checkPurpose,
  fallback: 'Не удалось сохранить цель поиска',
  async send(body) {
    const { user } = await ask<{ user: User }>('/api/profile/purpose', {
      method: 'PUT',
      body,
      shape: { user: USER_SHAPE }
    })
    updateUser(user)
    return PROFILE_TEXTS.purposeChanged
  }
})
