/** What a source is and why it may be searched (`docs/data-protection.md` §7). There is no "other" and none for leaks. */

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

/** Of records that are being made anew by the present rule, 0–1; the end is told by silence. */
export const beingPrepared = (part: number): string =>
  `Записи готовятся к поиску заново: ${Math.min(99, Math.floor(part * 100))}\u00a0%`
/** Of an index that has not caught up with the records yet: how many changes it lacks. */
export const indexBehind = (changes: number): string =>
  `Индекс поиска отстаёт, не внесено изменений: ${changes.toLocaleString('ru-RU')}`
/** The same of one source. */
export const BEHIND = 'Последние изменения ещё вносятся в индекс поиска'
/** Beside an answer, and behind it: what a search may miss meanwhile. */
export const MAY_MISS = 'До конца подготовки найтись могло не всё, что есть'
/** Why an adopted source does not answer: somebody took its index away. */
export const INDEX_LOST =
  'Этого индекса в Elasticsearch больше нет. Верните его из снимка кластера или удалите источник из списка'
/** Only where every source that can answer, or did, is synthetic. */
export const ALL_SYNTHETIC = 'Все люди, номера и источники здесь вымышлены'
/** In place of examples where there are none that would find somebody. */
export const WHAT_TO_TYPE =
  'ФИО, дата рождения, телефон, e-mail, ИНН, СНИЛС, паспорт, госномер: по одному или вместе, в любом виде.'
