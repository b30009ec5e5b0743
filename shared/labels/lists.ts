export const LIST_STATES = {
  draft: 'Черновик',
  running: 'Идёт поиск',
  paused: 'На паузе',
  stopped: 'Остановлен',
  done: 'Завершен'
} as const
export type ListState = keyof typeof LIST_STATES

export const PAUSE_REASONS = { user: 'На паузе', credits: 'Закончились запросы' } as const
export type PauseReason = keyof typeof PAUSE_REASONS

/** Headline of an answered row; the state of others. */
export const ROW_OUTCOMES = {
  one: 'совпадает',
  several: 'нужно уточнить',
  probable: 'вероятно',
  namesakes: 'нужно уточнить',
  related: 'только рядом с другими',
  none: 'не найдено',
  partial: 'ответ неполный',
  repeat: 'повтор',
  skipped: 'пропущено',
  failed: 'не удалось',
  waiting: 'ожидает',
  withdrawn: 'больше не показывается'
} as const
export type RowOutcome = keyof typeof ROW_OUTCOMES

/** The surest first, rows without an answer last. */
export const OUTCOMES_IN_ORDER: readonly RowOutcome[] = [
  'one',
  'probable',
  'several',
  'namesakes',
  'related',
  'partial',
  'failed',
  'none',
  'withdrawn',
  'repeat',
  'skipped',
  'waiting'
]

/** What is withdrawn is counted, and nobody may look for it. */
export const OUTCOME_FILTERS: readonly { title: string; outcomes: readonly RowOutcome[] }[] = Object.entries(
  Object.groupBy(
    (Object.keys(ROW_OUTCOMES) as RowOutcome[]).filter(outcome => outcome !== 'withdrawn'),
    outcome => ROW_OUTCOMES[outcome]
  )
).map(([title, outcomes = []]) => ({ title, outcomes }))

export const SKIP_REASONS = {
  EMPTY_QUERY: 'нечего искать',
  NOTHING_TO_SEARCH: 'нечего искать',
  ROW_BROKEN: 'строка файла не разобрана',
  DIGITS_LOST: 'в числе потеряны цифры',
  WORD_TOO_LONG: 'слово или число длиннее 64 знаков',
  QUERY_TOO_LONG: 'длиннее 512 символов',
  LIST_OF_PEOPLE: 'в строке больше трёх человек',
  LEFT_OUT: 'не хватило запросов',
  STOPPED: 'не искалась: поиск остановлен',
  NOT_USED: 'убрана вами'
} as const
export type SkipReason = keyof typeof SKIP_REASONS

/** Why an answer is not there yet, where no refusal says so. */
export const LATE_REASONS = ['SOURCE_SILENT', 'BEING_PREPARED'] as const
export type LateReason = (typeof LATE_REASONS)[number]

/** Why less is shown of a person than was found. */
export const WITHHELD = {
  source: 'часть источников выключена позже',
  records: 'часть записей сейчас не показывается'
} as const
export type Withheld = keyof typeof WITHHELD

export const VERDICTS_IN_ORDER = ['same', 'other', 'unclear'] as const
