import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'

const RECORD = 'register:17'
const SEARCH_ID = '3q2-7wAAQACAAIAAiAAACg'
const PERSON = 'p1a2b3c4d'
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
/** Of a key that is not named below. */
export const TEXT = 'Пояснение'

/** What a source calls a value of a record. */
export const RECORD_LABEL = 'ФИО'

/** What a text of an answer says in an example, by its key, where its schema takes that. Nobody is called so. */
export const WORDS: Readonly<Record<string, string>> = {
  'list.title': 'Участники тендера',
  'links.from': RECORD,
  'links.to': 'register:18',
  'lists.title': 'Участники тендера',
  'passkeys.title': 'Рабочий ноутбук',
  'persons.id': PERSON,
  'result.id': SEARCH_ID + PERSON,
  'properties.id': 'birth_date',
  'properties.name': 'Дата рождения',
  'defaultTypes.id': 'person',
  'defaultTypes.name': 'Человек',
  'meta.id': 'phone',
  'meta.name': 'Телефон',
  [RECORD_LABEL]: 'Примеров Илья Андреевич',
  a: PERSON,
  act: 'search',
  added_by: 'analyst',
  address: 'Москва, ул. Примерная, д. 1',
  admin_confirmed_by: 'analyst',
  agrees: 'имя',
  answer: 'Данные удалены.',
  author: 'Редакция',
  b: PERSON,
  birth_date: '1981-03-14',
  blocked_reason: 'По обращению № 17',
  by: 'analyst',
  case_ref: 'Дело 17/2026',
  category: 'Источники',
  challenge: 'AQIDBA',
  code: 'same_phone',
  contact: 'ilya@example.com',
  controller: 'ООО «Пример»',
  country: 'RU',
  created_by_username: 'analyst',
  cursor: 'b3BhcXVlLWN1cnNvcg',
  decided_by: 'analyst',
  delimiter: ';',
  device: 'Firefox, Linux',
  duplicate_ids: 'register:18',
  email: 'ilya@example.com',
  engine: 'postgres',
  error: 'Текст отказа',
  evidence_url: 'https://example.com/register',
  field: 'Телефон',
  fields: 'ФИО',
  file_name: 'register.csv',
  from: 'ООО «Пример»',
  from_address: ADDRESS,
  gaps: 'retention_days',
  generated_address: ADDRESS,
  headline_text: 'Найден один человек',
  held: 'register',
  id: RECORD,
  id_column: 'Номер',
  identifiers: '+7 973 000-10-01',
  indices: 'register',
  ip: '203.0.113.24',
  ip_address: '203.0.113.24',
  ip_prefix: '203.0.113.0/24',
  items: '+7 973 000-10-01',
  key: 'register',
  kind: 'full_name',
  kind_label: 'Телефон',
  kind_title: 'Телефон',
  label: 'ФИО',
  lift_reason: 'По обращению № 17',
  lifted_by: 'analyst',
  line: 'Примеров Илья 14.03.1981',
  message: 'Готово',
  name: 'Примеров Илья Андреевич',
  network: '203.0.113.0/24',
  network_title: 'TRON',
  networks: '203.0.113.0/24',
  no_field: 'register',
  no_person: 'register',
  note: 'подтвердил по телефону',
  number: 'ЗП-17',
  operator: 'Оператор примеров',
  party_title: 'врач',
  person_id: PERSON,
  phone: '+7 973 000-10-01',
  protected_ip: '127.0.0.1',
  purpose: 'due_diligence',
  query: 'Примеров Илья 14.03.1981',
  reason: 'По обращению № 17',
  record_id: RECORD,
  record_ids: RECORD,
  region: 'Москва',
  request: 'Примеров Илья 14.03.1981',
  role: ROLE_USER,
  search_id: SEARCH_ID,
  secret: 'JBSWY3DPEHPK3PXP'.repeat(2),
  service_path: '/suggest/property',
  source: 'register',
  source_keys: 'register',
  sources: 'register',
  sources_a: 'register',
  sources_b: 'register',
  str: '+7 973 000-10-01',
  summary: 'Добавлен реестр.',
  telegram_chat_id: '123456789',
  terms: 'Примеров',
  text: 'Совпадает дата рождения',
  title: 'Реестр примеров',
  token: 'ps_abcd…wxyz',
  transaction_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  type: 'person',
  url: 'https://desk.example.com/sverka',
  username: 'analyst',
  value: '+7 973 000-10-01',
  via: 'ui',
  why: 'Совпадает дата рождения',
  would_join: 'дата рождения'
}

/** Texts that one key or another asks for: the first one that its schema takes. */
export const FORMS: readonly string[] = [
  '2026-11-28T18:56:42.704Z',
  '2026-11-28',
  '28.11.2026 21:56',
  SEARCH_ID,
  '0198c7a2-5b1e-7c3d-9e4f-a1b2c3d4e5f6',
  `ps_${'abcdefgh'.repeat(5)}wxy`,
  `whs_${'abcdefgh'.repeat(5)}wxy`,
  'whs_…7c1d',
  '7F3K-2D4M',
  'https://example.com/',
  'https://example.com/api/reconcile/preview?id={{id}}',
  'otpauth://totp/analyst?secret=JBSWY3DPEHPK3PXP',
  PERSON,
  RECORD,
  'register'
]

/** What a number says in an example, by its key. */
export const NUMBERS: Readonly<Record<string, number>> = {
  birth_year: 1981,
  balance: 42,
  charged: SEARCH_COST_REQUESTS,
  code: -32_600,
  id: 7,
  price: SEARCH_COST_REQUESTS,
  query_time_ms: 12.4,
  requests_count: 42,
  requests_left: 42,
  score: 0.97,
  user_id: 7
}

/** Keys of a record, by the key that it stands under. */
export const RECORD_KEYS: Readonly<Record<string, string>> = {
  labels: 'last_name',
  matches: RECORD,
  parties: RECORD,
  rows: SEARCH_ID + PERSON
}

/** What an ordinary answer has nothing of. */
export const EMPTY: ReadonlySet<string> = new Set([
  'failed_sources',
  'duplicate_ids',
  'expired',
  'sources_gone'
])
