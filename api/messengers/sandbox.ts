import { CHANNELS, CHECK_TEXTS } from '#shared/labels/messengers.ts'
import type { MessengerGateway } from './contract.ts'

/** Codes that no numbering plan assigns (`docs/guides/data-protection.md` §3). */
const SYNTHETIC = /^797[3-6]\d{7}$/

/** Asks nobody: a number always gets the same answer, and about two of three are registered. */
export const sandboxGateway: MessengerGateway = {
  typicalMs: 0,
  remark: '(тестовый ответ)',
  supports: phone => SYNTHETIC.test(phone),
  check: async ({ channel, phone }) => ({
    isRegistered: Bun.hash.xxHash32(`${channel}:${phone}`) % 3 > 0,
    displayMessage: `${CHANNELS[channel]}: ${CHECK_TEXTS.registered}`
  }),
  pool: async () => ({
    total_accounts: 4,
    limited_accounts: 1,
    active_accounts: 3,
    is_nearly_empty: true,
    warning_message: 'Тестовый пул: действующих аккаунтов осталось 3',
    accounts_list: [
      { folder: 'demo-01', session_files: 1, has_json: true },
      { folder: 'demo-02', session_files: 1, has_json: true },
      { folder: 'demo-03', session_files: 2, has_json: false }
    ],
    limited_list: [{ folder: 'demo-04', session_files: 1, has_json: true }]
  })
}
