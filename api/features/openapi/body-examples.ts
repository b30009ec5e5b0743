import { BYPASS_TOKEN, SIGNUP_REQUESTS } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { ERASE_WORD } from '#shared/rules/suppression.ts'

const SEARCH_ID = '3q2-7wAAQACAAIAAiAAACg'
const KEY = '0123456789abcdefghijkl'
const PERSON = 'p1a2b3c4d'
const PHONE = '+7 973 000-10-01'
const REASON = 'По обращению № 17'
const PURPOSE = { purpose: 'due_diligence', case_ref: 'Дело 17/2026' }
const LIMITS = { title: 'Проверка контрагентов', networks: ['203.0.113.0/24'] }
const HOOK = { url: 'https://desk.example.com/sverka', events: ['list.done', 'credits.low'] }
const CREDENTIAL = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' }
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AQIDBA', authenticatorData: 'AQIDBA', signature: 'AQIDBA' }
}
const ATTESTATION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AQIDBA', attestationObject: 'AQIDBA', transports: ['internal'] }
}
const ACCOUNT = { username: 'analyst', password: 'тихая-гавань-9', turnstile_token: BYPASS_TOKEN }
const NEWS = {
  title: 'Новый источник',
  category: 'Источники',
  summary: 'Добавлен реестр.',
  author: 'Редакция'
}
const HIDDEN = { kind: 'phone', value: PHONE }
const PASSPORT = {
  title: 'Реестр примеров',
  kind: 'public_register',
  origin: 'official_register',
  basis: 'public_register',
  controller: 'ООО «Пример»',
  evidence_url: 'https://example.com/register',
  retention_days: 365,
  obtained_at: '2026-01-15',
  review_due: '2027-01-15'
}
const FILE = { source: 'register', passport: PASSPORT, columns: { Фамилия: 'last_name', Телефон: 'phone' } }

/** A body that each call takes; of those that a program calls the routes show more. Nobody is called so. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  'POST /api/auth/login': ACCOUNT,
  'POST /api/auth/register': ACCOUNT,
  'POST /api/auth/second-step/code': { code: '123456' },
  'POST /api/auth/second-step/passkey': { response: ASSERTION },

  'POST /api/profile/change-password': {
    current_password: ACCOUNT.password,
    new_password: 'дальняя-пристань-7',
    confirm_password: 'дальняя-пристань-7'
  },
  'PUT /api/profile/purpose': PURPOSE,
  'PUT /api/profile/settings': { telegram_chat_id: '123456789' },
  'POST /api/profile/webhooks': HOOK,
  'PUT /api/profile/webhooks/{id}': HOOK,
  'POST /api/profile/proof': { password: ACCOUNT.password },
  'POST /api/profile/totp/enable': { code: '123456' },
  'POST /api/profile/passkeys': { title: 'Рабочий ноутбук', response: ATTESTATION },
  'PUT /api/profile/passkeys/{id}': { title: 'Рабочий ноутбук' },
  'POST /api/generate_token': LIMITS,
  'PUT /api/tokens/{id}': LIMITS,
  'PUT /api/tokens/{id}/purpose': PURPOSE,

  'POST /api/search/perform': { query: 'Примеров Илья 14.03.1981' },
  'POST /api/search/parse_query': { query: 'Примеров Илья 14.03.1981' },
  'POST /api/search/more': { search_id: SEARCH_ID, people: [PERSON] },
  'POST /api/search/reveal': { search_id: SEARCH_ID, record_id: 'register:17', field: 'Паспорт' },
  'PUT /api/search/{search_id}/verdicts': { a: PERSON, verdict: 'same', note: 'подтвердил по телефону' },
  'POST /api/search/check_operator': { phone: PHONE },
  'POST /api/check_telegram': { phone: PHONE },
  'POST /api/check_whatsapp': { phone: PHONE },
  'POST /api/lists/{id}/start': { most: 100 },
  'POST /api/lists/{id}/pause': {},
  'POST /api/lists/{id}/stop': {},
  'PUT /api/lists/{id}/rows/{n}/use': { use: false },
  'POST /api/lists/{id}/rows': { headline: 'one', find: 'Примеров' },
  'POST /api/payment/create': { usd_amount: 50 },

  'POST /api/privacy/requests': {
    key: KEY,
    want: 'access',
    name: 'Примеров Илья Андреевич',
    birth_date: '14.03.1981',
    email: 'ilya@example.com'
  },
  'POST /api/privacy/requests/again': { key: KEY },
  'POST /api/privacy/requests/confirm': { key: KEY, code: '123456' },
  'POST /api/privacy/report': { secret: KEY.padEnd(43, '0') },

  'POST /api/auth/admin/payments/{id}/confirm': { reason: REASON },
  'POST /api/auth/admin/users/{id}/update': { role: ROLE_USER, requests_count: 100 },
  'POST /api/auth/admin/users/{id}/change_password': { new_password: 'дальняя-пристань-7' },
  'POST /api/auth/admin/users/{id}/block': { reason: REASON },
  'POST /api/auth/admin/ip_exceptions': { ip_address: '203.0.113.24', name: 'Офис', description: '' },
  'PUT /api/auth/admin/ip_exceptions/{id}': { name: 'Офис', description: '', is_active: true },
  'POST /api/auth/admin/exempt_ips': { ip: '203.0.113.24' },
  'POST /api/auth/admin/news': NEWS,
  'PUT /api/auth/admin/news/{id}': NEWS,
  'POST /api/auth/admin/settings/rate': { rate: '12', signup_requests: SIGNUP_REQUESTS },
  'POST /api/auth/admin/audit/asked': { line: 'Примеров Илья 14.03.1981' },
  'POST /api/auth/admin/risk/{id}': { state: 'closed', reason: REASON },

  'POST /api/auth/admin/es_indices': { index_name: 'register' },
  'PUT /api/auth/admin/es_indices/{name}/passport': PASSPORT,
  'POST /api/auth/admin/es_indices/{name}/remap': { columns: { Примечание: 'other' } },
  'POST /api/auth/admin/imports': { file_name: 'register.csv', size: 1_048_576, fingerprint: KEY },
  'POST /api/auth/admin/imports/{id}/preview': FILE,
  'POST /api/auth/admin/imports/{id}/start': FILE,

  'POST /api/auth/admin/suppressions': { values: [HIDDEN], reason: 'objection', request: 'ЗП-17' },
  'POST /api/auth/admin/suppressions/check': HIDDEN,
  'POST /api/auth/admin/suppressions/linked': HIDDEN,
  'POST /api/auth/admin/suppressions/import': { rows: [`phone;${PHONE}`], reason: 'protected' },
  'POST /api/auth/admin/suppressions/{id}/lift': { reason: REASON },
  'POST /api/auth/admin/suppressions/erase': { ids: [17], confirm: ERASE_WORD },
  'POST /api/auth/admin/subject_requests/{id}/decide': {
    decision: 'fulfil',
    answer: 'Данные удалены.',
    identity_checked: true
  }
}
