/** Kinds of sources (`docs/guides/data-protection.md` §7): no "other", none for leaks. */

export const SOURCE_KINDS = {
  ordinary: 'справочник',
  casualty_list: 'список потерь',
  sanctions: 'санкционный список',
  public_register: 'реестр'
} as const
export type SourceKind = keyof typeof SOURCE_KINDS

export const SOURCE_ORIGINS = {
  official_register: 'официальный реестр',
  licensed: 'по лицензии',
  own: 'собственные данные',
  published_media: 'опубликовано в СМИ',
  volunteered: 'сообщено самим лицом',
  synthetic: 'синтетические данные'
} as const
export type SourceOrigin = keyof typeof SOURCE_ORIGINS

export const SOURCE_BASES = {
  consent: 'согласие',
  contract: 'договор',
  legal_obligation: 'обязанность по закону',
  public_register: 'открытый реестр',
  legitimate_interest: 'законный интерес',
  journalism: 'журналистика',
  synthetic: 'синтетические данные'
} as const
export type SourceBasis = keyof typeof SOURCE_BASES

/** Share (0–1) of records with new keys; disappears when done. */
export const beingPrepared = (part: number): string =>
  `Записи готовятся к поиску заново: ${Math.min(99, Math.floor(part * 100))}\u00a0%`
export const indexBehind = (changes: number): string =>
  `Индекс поиска отстаёт, не внесено изменений: ${changes.toLocaleString('ru-RU')}`
export const INDEX_UPDATING = 'Последние изменения ещё вносятся в индекс поиска'
export const MAY_BE_INCOMPLETE = 'До конца подготовки найтись могло не всё, что есть'
export const INDEX_LOST =
  'Этого индекса в Elasticsearch больше нет. Верните его из снимка кластера или удалите источник из списка'
/** Shown when every source that can answer is synthetic. */
export const ALL_SYNTHETIC = 'Все люди, номера и источники здесь вымышлены'
/** Shown when no example would find anybody. */
export const WHAT_TO_TYPE =
  'ФИО, дата рождения, телефон, e-mail, ИНН, СНИЛС, паспорт, госномер: по одному или вместе, в любом виде.'
