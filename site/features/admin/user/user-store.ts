import { atom } from 'nanostores'
import type { AdminPayments } from '#shared/contracts/admin/payments.ts'
import type {
  FactorsResetAnswer,
  LedgerAnswer,
  ListedUser,
  SessionsEndedAnswer,
  UserAnswer,
  UserSession
} from '#shared/contracts/admin/users.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { USERS_PATH } from '#site/features/admin/users/user-acts.ts'
import { withProof } from '#site/features/security/proof.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'

/** The user that the address of the page names. */
const id = () => new URLSearchParams(location.search).get('id') ?? ''
const path = () => `${USERS_PATH}/${encodeURIComponent(id())}`

export const user = createLoad(() =>
  ask<UserAnswer>(path(), {
    shape: { user: { id: 0 }, history: {}, sessions: [], second_step: [], tokens: [], paid: {} }
  })
)
export const ledger = createList<Record<never, string>, LedgerAnswer>(
  () => `${path()}/ledger`,
  {},
  { rows: [{ id: 0, delta: 0 }], total: 0 }
)

export const payments = createList<Record<never, string>, AdminPayments>(
  () => `/api/auth/admin/payments?${new URLSearchParams({ user: id() })}`,
  {},
  { payments: [{ id: '', status: '' }], total: 0 }
)

const PARTS = [user, ledger, payments]

export const loadUser = (): void => {
  for (const part of PARTS) part.load()
}

export const refreshUser = () => Promise.all(PARTS.map(part => part.refresh()))

/** True once the account has been deleted from this page. */
export const $isDeleted = atom(false)

const SESSIONS: Forms = ['сеанс', 'сеанса', 'сеансов']

/** After a confirmation: one session. */
export const endSession = ({ username }: ListedUser, session: UserSession): Promise<boolean> =>
  act({
    question: {
      title: 'Закончить сеанс?',
      text: `Сеанс ${username}, открытый ${session.created_at_str}. Войти снова можно с паролем.`,
      action: 'Закончить сеанс'
    },
    call: () => ask<SessionsEndedAnswer>(`${path()}/sessions/${session.id}`, { method: 'DELETE' }),
    done: 'Сеанс закончен',
    reload: user.refresh
  })

/** After a confirmation: all but the one that asks. */
export const endAllSessions = ({ username }: ListedUser, count: number): Promise<boolean> =>
  act({
    question: {
      title: 'Закончить все сеансы?',
      text: `${counted(count, SESSIONS)} ${username}. Войти снова можно с паролем.`,
      action: `Закончить ${counted(count, SESSIONS)}`
    },
    call: () => ask<SessionsEndedAnswer>(`${path()}/sessions`, { method: 'DELETE' }),
    done: 'Сеансы закончены',
    reload: user.refresh
  })

/** After a confirmation: for whoever has lost every factor. */
export const resetFactors = ({ username }: ListedUser): Promise<boolean> =>
  act({
    question: {
      title: 'Сбросить второй шаг входа?',
      text: `Ключи, коды и резервные коды ${username} перестанут действовать, войти можно будет с одним паролем. Убедитесь, что просит сам пользователь.`,
      action: 'Сбросить второй шаг'
    },
    call: () => withProof(() => ask<FactorsResetAnswer>(`${path()}/second_factor`, { method: 'DELETE' })),
    done: 'Второй шаг входа сброшен',
    reload: user.refresh
  })
