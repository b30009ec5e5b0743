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

/** Why a source with a passport in force does not answer. */
export const BEING_EMPTIED = 'Прежние записи ещё удаляются, потом источник ответит сам'
/** Of records that are being made anew by the present rule, 0–1; the end is told by silence. */
export const beingPrepared = (part: number): string =>
  `Записи готовятся к поиску заново: ${Math.min(99, Math.floor(part * 100))}\u00a0%`
/** Beside an answer, and behind it: what a search may miss meanwhile. */
export const MAY_MISS = 'До конца подготовки найтись могло не всё, что есть'
/** Why a source with a passport in force does not answer, when somebody took its index away from a cluster. */
export const INDEX_LOST =
  'Индекса источника в Elasticsearch нет: его убрали мимо этой программы. Верните его из снимка или удалите источник и загрузите заново'
/** Only where every source that can answer, or did, is synthetic. */
export const ALL_SYNTHETIC = 'Все люди, номера и источники здесь вымышлены'
/** In place of examples where there are none that would find somebody. */
export const WHAT_TO_TYPE =
  'ФИО, дата рождения, телефон, e-mail, ИНН, СНИЛС, паспорт, госномер: по одному или вместе, в любом виде.'
