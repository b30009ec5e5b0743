import type { PersonKind } from '#shared/contracts/person.ts'

/** What the page of two people says by itself; what it says of their data comes with the answer. */
export const COMPARE_TEXTS = {
  unclear: 'Неясно: решающего совпадения нет',
  oneCard: 'Правила свели эти записи в одну карточку',
  otherKind: 'Это человек и организация, а не одно и то же',
  connections: 'Косвенные связи: не доказывают, что это один человек',
  vetoed: 'Такое расхождение запрещает объединять.',
  rule: 'Правило: карточки объединяет один и тот же ИНН, СНИЛС или паспорт либо ФИО вместе с полной датой рождения, личным телефоном или e-mail.',
  vetoRule:
    'Правило: людей с таким расхождением не объединяет ни ФИО с полной датой рождения, ни телефон, ни e-mail.',
  tieRule: 'Правило: запись, которая одинаково подходит двум людям, не объединяют ни с одним из них.',
  dateRule: 'Разные полные даты рождения людей не объединяют, даже при общем телефоне',
  sameCardVerdict: 'Обе записи уже в одной карточке: отдельного вывода о них нет.'
} as const

export const APART_WORDS: Record<PersonKind, string> = {
  person: 'Разные люди',
  organisation: 'Разные организации'
}
export const FOR_WORDS: Record<PersonKind, string> = {
  person: 'За то, что это один человек',
  organisation: 'За то, что это одна организация'
}
