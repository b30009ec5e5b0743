/** `docs/guides/subject-requests.md` */
export const WANTS = {
  access: 'доступ',
  correct: 'исправление',
  object: 'возражение',
  erase: 'удаление'
} as const
export type Want = keyof typeof WANTS

/** Shown to the person with its meaning. */
export const WANT_CHOICES: Record<Want, { title: string; note: string }> = {
  access: { title: 'Узнать', note: 'какие сведения обо мне здесь обрабатывают' },
  correct: { title: 'Исправить', note: 'сведения неверны или устарели' },
  object: { title: 'Возразить', note: 'не показывать меня в поиске' },
  erase: { title: 'Удалить', note: 'удалить сведения обо мне' }
}

export const CONTACT_CHANNELS = { email: 'e-mail', phone: 'телефон' } as const
export type ContactChannel = keyof typeof CONTACT_CHANNELS

/** `new` until the code is entered; `document` extends the term. */
export const REQUEST_STATES = {
  new: 'не подтверждено',
  open: 'ждёт решения',
  document: 'ждёт документа',
  done: 'исполнено',
  refused: 'отказ'
} as const
export type RequestState = keyof typeof REQUEST_STATES

export const REQUEST_LISTS = {
  waiting: 'Ждут',
  done: 'Исполнены',
  refused: 'Отказ',
  new: 'Без кода'
} as const
export type RequestList = keyof typeof REQUEST_LISTS

export const DECISIONS = { fulfil: 'Исполнить', refuse: 'Отказать', extend: 'Запросить документ' } as const
export type Decision = keyof typeof DECISIONS

export const requestNumber = (id: number): string => `О-${String(id).padStart(4, '0')}`

/** As administrators read them. */
export const SUBJECT_KINDS: Record<string, string> = {
  ...CONTACT_CHANNELS,
  name_dob: 'ФИО и дата рождения',
  name_key: 'ФИО и дата рождения'
}

/** What a fulfilled request keeps out of answers for good, and what it releases: the code proves its contact alone. */
export function provedAmong(
  held: readonly string[],
  channel: ContactChannel,
  isChecked: boolean
): { proved: string[]; unproved: string[] } {
  const isProved = (kind: string) => isChecked || kind === CONTACT_CHANNELS[channel]
  return { proved: held.filter(isProved), unproved: held.filter(kind => !isProved(kind)) }
}
