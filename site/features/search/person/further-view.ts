import type { Match } from '#shared/contracts/match.ts'
import type { FurtherOfPerson } from '#shared/contracts/search.ts'
import { count } from '#site/features/search/texts.ts'

/** What agrees beside the name, by rule. */
const AGREEING: Readonly<Record<string, string>> = {
  name_birth_date: 'дата рождения',
  name_phone: 'телефон',
  name_email: 'e-mail',
  name_flat: 'квартира'
}
const OTHERWISE = 'одинаковые записи'

/** «имя и дата рождения (3), имя и телефон (4)» */
function possibleText(rules: FurtherOfPerson['rules']): string {
  const byFact = Map.groupBy(rules, ({ rule }) => AGREEING[rule])
  return Array.from(byFact, ([fact, same]) => {
    const records = same.reduce((sum, rule) => sum + rule.records, 0)
    return `${fact ? `имя и ${fact}` : OTHERWISE} (${records})`
  }).join(', ')
}

const SILENT = 'Источников не ответило'
const NOTHING = 'По имени, дате рождения и номерам этого человека других записей не найдено.'

/** «Ещё 9 записей: ИНН совпал (2); возможно, тот же человек: имя и дата рождения (7).» */
export function furtherText({ records, is_exact, rules, failed_sources }: FurtherOfPerson): string {
  const silent = failed_sources.length > 0 ? ` ${SILENT}: ${failed_sources.length}.` : ''
  if (records === 0) return `${NOTHING}${silent}`
  const listed = (same: FurtherOfPerson['rules']) =>
    same.map(rule => `${rule.text} (${rule.records})`).join(', ')
  const sure = rules.filter(rule => rule.is_certain)
  const possible = rules.filter(rule => !rule.is_certain)
  const parts = [
    ...(sure.length > 0 ? [listed(sure)] : []),
    ...(possible.length > 0 ? [`возможно, тот же человек: ${possibleText(possible)}`] : [])
  ]
  return `${is_exact ? 'Ещё' : 'Ещё не меньше'} ${count(records, 'record')}: ${parts.join('; ')}.${silent}`
}

/** «возможно, тот же: ФИО и дата рождения совпали»; empty of a record that the line finds. */
export const furtherRule = ({ further }: Pick<Match, 'further'>): string =>
  further ? `${further.is_certain ? '' : 'возможно, тот же: '}${further.text}` : ''
