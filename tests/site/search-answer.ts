import type { Match, ReasonCode, StatedReason } from '#shared/contracts/match.ts'
import type { Person, PersonCard } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type {
  AnswerRecord,
  DetailedAnswer,
  PastSearchAnswer,
  SearchAnswer
} from '#shared/contracts/search.ts'
import type { EvidenceState, Relation, SummaryRow } from '#shared/contracts/summary.ts'
import { REASONS } from '#shared/identity/matching/reasons.ts'

/** An answer as the API gives one, small: two people, a relative, a list of losses. All of them are invented. */

export const NAME: Reading = {
  kind: 'full_name',
  label: 'ФИО',
  value: 'Примеров Илья Андреевич',
  valid: true,
  confidence: 0.95,
  terms: ['Примеров', 'Илья', 'Андреевич']
}
export const DATE: Reading = {
  kind: 'birth_date',
  label: 'Дата рождения',
  value: '1981-03-14',
  valid: true,
  confidence: 0.95,
  terms: ['14.03.1981']
}
export const PHONE: Reading = {
  kind: 'phone',
  label: 'Телефон',
  value: '79732041740',
  valid: true,
  confidence: 0.95,
  note: 'код не распределён',
  terms: ['89732041740']
}
export const SNILS: Reading = {
  kind: 'snils',
  label: 'СНИЛС',
  value: '89732041740',
  valid: false,
  confidence: 0.3,
  note: 'контрольное число не сходится',
  terms: ['89732041740']
}
export const TEXT: Reading = {
  kind: 'text',
  label: 'Текст',
  value: '89732041740',
  valid: true,
  confidence: 0.05,
  terms: ['89732041740']
}
export const combined = (...parts: Reading[]): Reading => ({
  kind: 'combined',
  label: 'Всё вместе',
  value: parts.map(({ value }) => value).join(' '),
  valid: true,
  confidence: 0.9,
  parts,
  terms: parts.flatMap(({ terms }) => terms)
})

/** The reason that the server gives under a code. */
export function reasonOf(code: ReasonCode, ...record_ids: string[]): StatedReason {
  const reason = REASONS.find(each => each.code === code)
  if (!reason) throw new Error(`No reason ${code}`)
  return { ...reason, record_ids }
}

const match = (score: number, ...codes: ReasonCode[]): Match => {
  const reasons = codes.map(code => reasonOf(code))
  return {
    score,
    why: [reasons.map(({ text }) => text).join(', ')],
    reasons,
    band: 'missing',
    reading: 'combined'
  }
}

const sameFlat = (person_id: string, ...record_ids: string[]): Relation => ({
  kind: 'address',
  value: 'ул. Образцовая, д. 7, кв. 41',
  person_id,
  record_ids,
  text: 'возможно родственник: та же фамилия и квартира'
})

const RECORDS: Record<string, AnswerRecord[]> = {
  reg07: [
    {
      record_id: 'reg07:1',
      Фамилия: 'Примеров',
      Имя: 'Илья',
      Отчество: 'Андреевич',
      'Дата рождения': '14.03.1981',
      Телефон: '+7 973 204-17-40',
      Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41',
      duplicates: 2,
      duplicate_ids: ['reg07:9']
    },
    { record_id: 'reg07:2', Фамилия: 'Примеров', Инициалы: 'И. А.', 'Место работы': 'ООО «Демо-Логистика»' }
  ],
  ads05: [
    {
      record_id: 'ads05:1',
      Продавец: 'Илья Примеров',
      Телефон: '8 (973) 204-17-40',
      Опубликовано: '03.08.2024'
    },
    {
      record_id: 'ads05:2',
      Продавец: 'Светлана Примерова',
      'Связь по адресу': 'ул. Образцовая, д. 7, кв. 41',
      Опубликовано: '21.02.2025'
    }
  ],
  loss02: [{ record_id: 'loss02:1', ФИО: 'Примеров Илья А.', 'Год рождения': '1979' }]
}

/** A row with one piece of evidence of each source, named with how it stands to the value. */
export const summaryRow = (
  field: string,
  value: string,
  evidence: Record<string, EvidenceState>,
  newest: SummaryRow['newest'] = { date: '2026-02-01', of: 'source' }
): SummaryRow => {
  const stances = Object.entries(evidence)
  const sources = stances.filter(([, state]) => state === 'confirms').map(([source]) => source)
  const conflict = stances.some(([, state]) => state === 'conflicts')
  return {
    field,
    value,
    sources,
    state: conflict ? 'conflict' : sources.length > 1 ? 'confirmed' : 'single',
    conflict,
    newest,
    evidence: stances.map(([source, state]) => ({
      source,
      record_id: `${source}:1`,
      text: value,
      state,
      record_date: null,
      source_date: '2026-02-01'
    })),
    silent: { no_field: [], no_person: [] }
  }
}

const person = (id: string, label: Person['label'], name: string, record_ids: string[]): Person => ({
  id,
  kind: 'person',
  label,
  band: 'missing',
  score: 0.7,
  fits: 1,
  name,
  birth_date: null,
  birth_year: null,
  sex: null,
  sex_by_name: null,
  region: null,
  facts: [],
  source_keys: [...new Set(record_ids.map(id => id.split(':')[0] ?? ''))],
  record_ids,
  why: [],
  query_reasons: [],
  summary: [],
  phones: [],
  links: [],
  apart: [],
  related: []
})

const PERSONS: Person[] = [
  {
    ...person('p1', 'match', 'Примеров Илья Андреевич', ['reg07:1', 'ads05:1']),
    birth_date: '1981-03-14',
    why: ['ФИО и дата рождения совпали'],
    query_reasons: [reasonOf('same_full_name_and_birth_date')],
    summary: [
      summaryRow('ФИО', 'Примеров Илья Андреевич', { reg07: 'confirms', ads05: 'compatible' }),
      summaryRow('Телефон', '+7 973 204-17-40', { reg07: 'confirms', ads05: 'confirms' }),
      summaryRow('Телефон', '+7 977 777-77-77', { ads05: 'confirms' }),
      summaryRow('Телефон', '70000000000', { ads05: 'confirms' }),
      summaryRow(
        'Адрес',
        'г. Примерск, ул. Образцовая, д. 7, кв. 41',
        { reg07: 'confirms', ads05: 'conflicts' },
        { date: '2024-08-03', of: 'record' }
      ),
      summaryRow('Адрес', 'г. Примерск, ул. Тестовая, д. 3', { ads05: 'confirms', reg07: 'conflicts' })
    ],
    phones: [
      {
        phone: '79732041740',
        operator: 'Демо-Связь',
        region: 'Примерск',
        country: 'Россия',
        note: 'по плану нумерации, номер мог быть перенесён'
      }
    ],
    related: [sameFlat('p4', 'ads05:2')]
  },
  person('p2', 'probable', 'Примеров И. А.', ['reg07:2']),
  {
    ...person('p3', 'namesake', 'Примеров Илья А.', ['loss02:1']),
    query_reasons: [reasonOf('same_surname_given_name_and_initial', 'loss02:1')]
  },
  {
    ...person('p4', 'related', 'Примерова Светлана', ['ads05:2']),
    related: [sameFlat('p1', 'reg07:1')]
  }
]

export const ANSWER: DetailedAnswer = {
  success: true,
  search_id: 'AAAAAAAAAAAAAAAAAAAAAA',
  searched_at: '2026-07-01T10:00:00.000Z',
  headline: { code: 'one', people: 1 },
  query: 'Примеров Илья Андреевич 14.03.1981 89732041740',
  readings: [combined(NAME, DATE, PHONE), NAME, DATE, PHONE],
  results_by_source: RECORDS,
  matches: {
    'reg07:1': match(0.98, 'same_full_name_and_birth_date'),
    'reg07:2': match(0.71, 'same_surname_and_initials', 'no_birth_date'),
    'ads05:1': match(0.9, 'same_phone'),
    'ads05:2': match(0.58, 'same_address'),
    'loss02:1': match(0.74, 'same_surname_given_name_and_initial', 'no_birth_date')
  },
  sources_meta: {
    reg07: meta(1, 'Демо-реестр 07', 'public_register', '2026-02-01'),
    ads05: meta(2, 'Демо-объявления 05', 'ordinary', '2026-06-01'),
    loss02: meta(3, 'Демо-список потерь 02', 'casualty_list', '2026-04-01')
  },
  completeness: { shown: 6, total: 6, total_is_exact: true, more: false },
  persons: PERSONS,
  results_count: 6,
  operator_info: null,
  query_time_ms: 214.3,
  charged: 1,
  requests_left: 4,
  failed_sources: []
}

function meta(
  number: number,
  title: string,
  kind: SearchAnswer['sources_meta'][string]['kind'],
  as_of: string
): SearchAnswer['sources_meta'][string] {
  return {
    title,
    kind,
    origin: 'synthetic',
    basis: 'synthetic',
    as_of,
    number,
    state: 'records',
    shown: 2,
    total: 2,
    total_is_exact: true,
    more: false
  }
}

/** Somebody as the answer has those who stand far down a long list. */
export const cardOf = ({ summary: _, phones: __, links: ___, apart: ____, ...card }: Person): PersonCard =>
  card

/** The same answer with nobody but the first in detail. */
export const LISTED: SearchAnswer = {
  ...ANSWER,
  persons: ANSWER.persons.map((each, at) => (at === 0 ? each : cardOf(each)))
}

/** With one record that has a date of its own. */
export const DATED: DetailedAnswer = {
  ...ANSWER,
  matches: {
    ...ANSWER.matches,
    'ads05:1': { ...(ANSWER.matches['ads05:1'] as Match), record_date: '2024-08' }
  }
}

/** As the page opens an earlier search. */
export const PAST: PastSearchAnswer = {
  success: true,
  query: '',
  reading: null,
  searched_at: '',
  live_until: '',
  verdicts: [],
  withdrawn: null
}
