import type { ActAnswer } from '#shared/contracts/admin.ts'
import type { ListedUser, UserEditedAnswer } from '#shared/contracts/admin-users.ts'
import { act, tell } from '#site/features/admin/parts/act.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { $session, updateUser } from '#site/lib/session-store.ts'

/** What an administrator does to a user, from the list or from the user's page; `reload` reads that page again. */

export const USERS_PATH = '/api/auth/admin/users'

type Reload = () => Promise<unknown>

const ADMIN_USER_ERRORS = {
  update: 'Ошибка при обновлении пользователя',
  remove: 'Ошибка при удалении пользователя',
  password: 'Ошибка при изменении пароля'
} as const

export const editOf = ({ id }: ListedUser, reload: Reload): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkUser,
    fallback: ADMIN_USER_ERRORS.update,
    async send(body) {
      const { message, user } = await ask<UserEditedAnswer>(`${USERS_PATH}/${id}/update`, { body })
      // One's own balance stands in the header.
      const session = $session.get()
      if (session.step === 'in' && session.user.id === id) updateUser(user)
      await reload()
      return message
    }
  })

export const passwordOf = ({ id }: ListedUser, reload: Reload): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkPassword,
    fallback: ADMIN_USER_ERRORS.password,
    async send(body) {
      const { message } = await ask<ActAnswer>(`${USERS_PATH}/${id}/change_password`, { body })
      await reload()
      return message
    }
  })

/** After a confirmation. @returns whether the user is gone. */
export const deleteUser = ({ id, username }: ListedUser, reload: Reload): Promise<boolean> =>
  act({
    question: {
      title: 'Удалить пользователя?',
      text: `Учётная запись ${username} исчезнет с сеансами, токенами и историей поиска. Журнал баланса и аудит останутся. Вернуть её нельзя.`,
      action: `Удалить ${username}`
    },
    async call() {
      const { message } = await ask<ActAnswer>(`${USERS_PATH}/${id}`, { method: 'DELETE' })
      tell(message)
    },
    reload,
    fallback: ADMIN_USER_ERRORS.remove
  })
