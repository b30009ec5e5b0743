const COUNT = new Intl.NumberFormat('ru-RU')

/** «1 284» with a non-breaking space. */
export const formatCount = (count: number): string => COUNT.format(count)

const RULES = new Intl.PluralRules('ru-RU')

/** The forms for 1, 2 and 5: «запись», «записи», «записей». */
export type Forms = readonly [one: string, few: string, many: string]

/** The form that goes with the number: 21 «запись», 22 «записи», 11 «записей». */
export function plural(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(count)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}

/** «1 284 записи», with non-breaking spaces. */
export const counted = (count: number, forms: Forms): string =>
  `${formatCount(count)}\u00a0${plural(count, forms)}`

/** «0,90»: a share of one, as pages, reports and files of text write it. */
export const scoreText = (score: number): string => score.toFixed(2).replace('.', ',')
