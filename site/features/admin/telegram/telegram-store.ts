import type { MessengerPool } from '#shared/contracts/messengers.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'

/** The accounts with which the operator's service checks numbers. */
export const pool = createLoad(() =>
  ask<MessengerPool>('/api/auth/admin/telegram_accounts', {
    shape: { total_accounts: 0, accounts_list: [], limited_list: [] }
  })
)
