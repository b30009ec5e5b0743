import type { Page } from 'playwright/test'
import type { OwnSession, PasskeyItem, SecurityAnswer } from '#shared/contracts/account/security.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { fill, visible } from './acts.ts'

const MOMENT = '2026-11-24T04:31:00.000Z'
const TEXT = '24.11.2026 07:31'
const session = {
  created_at: MOMENT,
  created_at_str: TEXT,
  last_seen_at: MOMENT,
  last_seen_at_str: TEXT,
  entry_key: null,
  is_new_place: false,
  is_current: false
}

/** An account with all that the page can show. */
const FULL: SecurityAnswer = {
  ok: true,
  totp: { enabled_at: MOMENT, enabled_at_str: TEXT },
  backup_codes: { left: 6, all: 10 },
  passkeys: ['Рабочий ноутбук', 'Телефон'].map((title, id) => ({
    id,
    title,
    created_at: MOMENT,
    created_at_str: TEXT,
    last_used: id === 0 ? MOMENT : null,
    last_used_str: id === 0 ? TEXT : null
  })),
  sessions: [
    {
      ...session,
      id: '00000000-0000-4000-8000-000000000001',
      device: 'Firefox, Linux',
      network: '203.0.113.0/24',
      entry: 'passkey',
      entry_key: 'Рабочий ноутбук',
      is_current: true
    },
    {
      ...session,
      id: '00000000-0000-4000-8000-000000000002',
      device: 'Chrome, Windows',
      network: '198.51.100.0/24',
      entry: 'code',
      is_new_place: true
    },
    { ...session, id: '00000000-0000-4000-8000-000000000003', device: null, network: null, entry: null }
  ],
  proved_until: null,
  is_required: false
}

/** Opens the page of an account that has so much, whatever the account of the test has. */
async function openAs(page: Page, security: Partial<SecurityAnswer>, shown: string): Promise<void> {
  await page.route('**/api/profile/security', route => route.fulfill({ json: { ...FULL, ...security } }))
  await page.goto('/profile/security')
  await visible(page, shown)
}

const openFull = (page: Page) => openAs(page, {}, 'Вход с нового места')
const NONE = { enabled_at: null, enabled_at_str: null }

/** Asks for new codes in a session whose proof is over. */
async function askProof(page: Page): Promise<void> {
  const json = { ok: false, success: false, code: 'PROOF_REQUIRED', error: 'Подтвердите, что это вы' }
  await page.route('**/api/profile/backup-codes', route => route.fulfill({ status: 409, json }))
  await page.getByRole('button', { name: 'Новые коды' }).click()
  await page.getByRole('dialog', { name: 'Подтвердите, что это вы' }).waitFor()
}

async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await dialog.getByLabel('Ваш пароль').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Подтвердить' }).click()
}

/** «Личный кабинет» and «Безопасность» in their states. */
export const SECURITY_STATES: Record<string, (page: Page) => Promise<void>> = {
  profile: async page => {
    await page.goto('/profile')
    await visible(page, 'Смена пароля')
  },
  'profile-refused': async page => {
    await page.goto('/profile')
    const fields = { 'Текущий пароль': 'any', 'Новый пароль': 'one', 'Подтвердите новый пароль': 'two' }
    await fill(page, fields, 'Изменить пароль')
    await visible(page, 'Новый пароль и подтверждение не совпадают')
  },
  'profile-done': async page => {
    await page.route('**/api/profile/change-password', route => route.fulfill({ json: { ok: true } }))
    await page.goto('/profile')
    const fields = {
      'Текущий пароль': PASSWORD,
      'Новый пароль': PASSWORD,
      'Подтвердите новый пароль': PASSWORD
    }
    await fill(page, fields, 'Изменить пароль')
    await visible(page, 'Пароль успешно изменен')
  },
  security: async page => {
    await page.goto('/profile/security')
    await visible(page, 'Ключей пока нет')
  },
  'security-full': openFull,
  'security-delete-key': async page => {
    await openFull(page)
    await page.getByRole('button', { name: 'Удалить ключ: Телефон' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'security-reset': page =>
    openAs(
      page,
      { totp: NONE, passkeys: [], backup_codes: { left: 0, all: 0 }, reset_at: MOMENT, reset_at_str: TEXT },
      'Второй шаг входа сбросили'
    ),
  'security-many': page =>
    openAs(
      page,
      {
        backup_codes: { left: 1, all: 10 },
        passkeys: Array.from({ length: 5 }, (_, id) => ({
          ...(FULL.passkeys[1] as PasskeyItem),
          id,
          title: id === 0 ? 'Ключ'.repeat(15) : `Рабочий ноутбук в кабинете двести четырнадцать, ${id} этаж`
        })),
        sessions: Array.from({ length: 12 }, (_, at) => ({
          ...(FULL.sessions[at % 3] as OwnSession),
          id: `00000000-0000-4000-8000-0000000000${10 + at}`,
          is_current: at === 0,
          is_new_place: false
        }))
      },
      'мало'
    ),
  'security-proof-factors': async page => {
    await openFull(page)
    await askProof(page)
  },
  'security-proof-key': async page => {
    await openAs(page, { totp: NONE, backup_codes: { left: 0, all: 10 } }, 'выключены')
    await askProof(page)
  },
  'security-set-up': async page => {
    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Включить коды' }).click()
    await prove(page)
    await page.locator('.totp code').waitFor()
  },
  'security-proof-refused': async page => {
    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Добавить ключ' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ваш пароль').fill('not the password 1')
    await dialog.getByRole('button', { name: 'Подтвердить' }).click()
    await visible(page, 'Неверный текущий пароль')
  },
  'security-codes': async page => {
    await page.route('**/api/profile/backup-codes', route =>
      route.fulfill({
        json: { ok: true, backup_codes: Array.from({ length: 10 }, (_, at) => `7F3K-20${at}A`) }
      })
    )
    await openFull(page)
    await page.getByRole('button', { name: 'Новые коды' }).click()
    await page.getByRole('dialog', { name: 'Резервные коды' }).waitFor()
  },
  'security-failed': async page => {
    await page.route('**/api/profile/security', route => route.fulfill({ status: 500, json: {} }))
    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Повторить' }).waitFor()
  }
}

const pendingOf = (second_step: string[]) => async (page: Page) => {
  await page.route('**/api/auth/second-step', route =>
    route.fulfill({ json: { success: true, username: 'demoanalyst', second_step } })
  )
  await page.goto('/login/code')
  await visible(page, 'Второй шаг')
}

/** The second step of a login in its states. */
export const STEP_STATES: Record<string, (page: Page) => Promise<void>> = {
  'login-code': pendingOf(['code', 'passkey', 'backup']),
  'login-code-passkey': pendingOf(['passkey', 'backup']),
  'login-code-lost': async page => {
    await page.route('**/api/auth/second-step', route => route.fulfill({ status: 503, json: {} }))
    await page.goto('/login/code')
    await page.getByRole('button', { name: 'Повторить' }).waitFor()
  },
  'login-key': async page => {
    await page.goto('/login/code')
    await visible(page, 'Вход ключом')
  },
  'login-provider-refused': async page => {
    await page.goto('/login/code?refused=OIDC_BAD_ANSWER')
    await visible(page, 'Ответ провайдера не прошёл проверку')
  },
  'login-provider': async page => {
    await page.route('**/api/auth/turnstile-config', route =>
      route.fulfill({ json: { enabled: false, siteKey: null, oidc_title: 'единый вход' } })
    )
    await page.goto('/login')
    await visible(page, 'Войти через единый вход')
  }
}
