import type { ActAnswer } from '#shared/contracts/admin/calls.ts'
import type { ListedUser, UserAnswer, UserEditedAnswer } from '#shared/contracts/admin/users.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { $session, USER_SHAPE, updateUser } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'

/** What an administrator does to a user, from the list or from the user's page; `reload` reads that page again. */

export const USERS_PATH = '/api/auth/admin/users'

type Reload = () => Promise<unknown>

const ADMIN_USER_ERRORS = {
  update: 'Ошибка при обновлении пользователя',
  remove: 'Ошибка при удалении пользователя',
  password: 'Ошибка при изменении пароля'
} as const

export const editForm = ({ id }: ListedUser, reload: Reload): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkUser,
    fallback: ADMIN_USER_ERRORS.update,
    async send(body) {
      const { message, user } = await ask<UserEditedAnswer>(`${USERS_PATH}/${id}/update`, {
        body,
        shape: { user: USER_SHAPE }
      })
      // One's own balance stands in the header.
      const session = $session.get()
      if (session.step === 'in' && session.user.id === id) updateUser(user)
      await reload()
      return message
    }
  })

/** A form whose good answer is told in its own words. */
const actForm = (
  { id }: ListedUser,
  reload: Reload,
  call: 'block' | 'change_password',
  { loadCheck, fallback }: Pick<Parameters<typeof createForm>[0], 'loadCheck' | 'fallback'>
): FormStore =>
  createForm({
    loadCheck,
    fallback,
    async send(body) {
      const { message } = await ask<ActAnswer>(`${USERS_PATH}/${id}/${call}`, { body })
      await reload()
      return message
    }
  })

export const blockForm = (user: ListedUser, reload: Reload): FormStore =>
  actForm(user, reload, 'block', {
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkBlock,
    fallback: ADMIN_USER_ERRORS.update
  })

/** After a confirmation. */
export const unblockUser = ({ id, username }: ListedUser, reload: Reload): Promise<boolean> =>
  act({
    question: {
      title: 'Снять блокировку?',
      text: `${username} снова сможет войти с прежним паролем. Токены API нужно будет создать заново.`,
      action: `Разблокировать ${username}`,
      kind: 'primary'
    },
    async call() {
      const { message } = await ask<UserEditedAnswer>(`${USERS_PATH}/${id}/unblock`, { method: 'POST' })
      tell(message)
    },
    reload,
    fallback: ADMIN_USER_ERRORS.update
  })

export const passwordResetForm = (user: ListedUser, reload: Reload): FormStore =>
  actForm(user, reload, 'change_password', {
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkPassword,
    fallback: ADMIN_USER_ERRORS.password
  })

const PENDING_PAYMENTS: Forms = ['неоплаченный счёт', 'неоплаченных счёта', 'неоплаченных счетов']

/** What becomes of money that is still on its way. */
const pendingPaymentsText = (pending: number) =>
  pending === 0
    ? ''
    : ` У пользователя ${counted(pending, PENDING_PAYMENTS)}: деньги, которые придут потом, зачислить будет некому, они останутся ждать решения на странице «${sectionTitle('payments')}».`

/** After a confirmation that says what is still to be paid. Never rejects. @returns whether the user is gone. */
export async function deleteUser({ id, username }: ListedUser, reload: Reload): Promise<boolean> {
  try {
    const { pending_payments: pending } = await ask<UserAnswer>(`${USERS_PATH}/${id}`, {
      shape: { pending_payments: 0 }
    })
    return await removeUser(id, username, pendingPaymentsText(pending), reload)
  } catch (error) {
    tell(errorText(error, ADMIN_USER_ERRORS.remove))
    await reload()
    return false
  }
}

const removeUser = (
  id: number,
  username: string,
  pendingPayments: string,
  reload: Reload
): Promise<boolean> =>
  act({
    question: {
      title: 'Удалить пользователя?',
      text: `Учётная запись ${username} исчезнет с сеансами, токенами и историей поиска, вернуть её нельзя. Журнал баланса и аудит останутся.${pendingPayments}`,
      action: `Удалить ${username}`
    },
    async call() {
      const { message } = await ask<ActAnswer>(`${USERS_PATH}/${id}`, { method: 'DELETE' })
      tell(message)
    },
    reload,
    fallback: ADMIN_USER_ERRORS.remove
  })
