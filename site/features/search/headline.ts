import type { PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { type Outcome, outcomeOf, wantedOf } from '#shared/identity/people/headline.ts'
import { itemisedIdentifiers } from '#shared/identity/reading/line-identifiers.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { counted, plural } from '#site/lib/numbers.ts'
import { count, ROW_WORDS, rowLabelOf, whoCounts, whoText } from './texts.ts'

/** What an answer comes to, with what its sentence says besides. */
export interface PageHeadline extends Outcome {
  /** What is itemised: «двоих», «3 номера». */
  items: string
  /** A number of the page that is another one, because it counts those too who fit less: «из 4 вероятных». */
  among: string
  isPartial: boolean
  /** Not everything that was found is shown. */
  isCut: boolean
}

export function pageHeadlineOf(answer: SearchAnswer): PageHeadline {
  const { persons, readings, failed_sources, completeness, completeness_note } = answer
  const outcome = outcomeOf(persons, readings)
  const wanted = wantedOf(readings)
  return {
    ...outcome,
    items: outcome.code !== 'itemised' ? '' : wanted > 1 ? (WANTED[wanted] ?? '') : numbersText(readings),
    among: amongText(outcome, persons, completeness.more),
    isPartial: failed_sources.length > 0 || completeness_note !== undefined,
    isCut: completeness.more
  }
}

function amongText({ code, who }: Outcome, persons: readonly PersonCard[], isCut: boolean): string {
  const related = persons.filter(({ label }) => label === 'related').length
  if (code === 'itemised') return who.length < persons.length ? `, связанных: ${related}` : ''
  const [first] = who
  if (!first || (code !== 'one' && code !== 'several')) return ''
  const rowLabel = rowLabelOf(first)
  const isAlike = (person: PersonCard) => rowLabelOf(person) === rowLabel
  const all = persons.filter(isAlike).length
  if (who.length === all || !who.every(isAlike)) return ''
  const { one, many } = ROW_WORDS[rowLabel]
  return ` из\u00a0${isCut ? 'показанных ' : ''}${counted(all, [one, many, many])}`
}

/** «3 номера», with an e-mail among them «2 значения». */
function numbersText(readings: SearchAnswer['readings']): string {
  const numbers = itemisedIdentifiers(readings)
  const hasEmail = numbers.some(([surest]) => surest?.kind === 'email')
  return count(numbers.length, hasEmail ? 'value' : 'number')
}

const GROUPS = ['', '', 'двое', 'трое', 'четверо', 'пятеро']
const WANTED = ['', '', 'двоих', 'троих']

/** «Совпадает один человек», «Подходят четверо, запрос их не различает», «Подходит 91 человек…». */
export const headlineText = (headline: PageHeadline): string =>
  headline.isPartial ? `${wholeText(headline)}, ответ неполный` : wholeText(headline)

function wholeText(headline: PageHeadline): string {
  const { code, who, items, among } = headline
  const { people, organisations } = whoCounts(who)
  const one = people > 0 ? 'один человек' : 'одна организация'
  const fit = fitText(who, people, organisations, among !== '')
  const label = who[0]?.label
  switch (code) {
    case 'one':
      if (label === 'match') return `Совпадает ${one}`
      if (among) return `${fit}${among}`
      return label === 'probable' ? `Вероятно, подходит ${one}` : capital(foundText(who))
    case 'several':
      return `${severalText(headline, fit)}, запрос их не различает`
    case 'itemised':
      return `Искали ${items}, найдено: ${whoText(who)}${among}`
    case 'probable':
      return `Точного совпадения нет; вероятно, ${who.length === 1 ? `подходит ${one}` : lower(fit)}`
    case 'namesakes':
    case 'related':
      return `Совпадения нет, ${foundText(who)}`
    case 'weak':
      return 'Совпадения нет, найдены слабые совпадения'
    case 'none':
      return 'Ничего не найдено'
  }
}

function severalText({ who, among, isCut }: PageHeadline, fit: string): string {
  if (among) return `${fit}${among}`
  const label = who[0]?.label
  if (label === 'namesake') return capital(`${isCut ? 'показано ' : ''}${foundText(who)}`)
  const probably = label === 'probable' ? 'вероятно, ' : ''
  return capital(`${probably}${isCut ? 'из показанных ' : ''}${lower(fit)}`)
}

/** «найден возможный однофамилец», «возможных однофамильцев: 3, других организаций: 1»: no more than the rows say. */
const foundText = (who: PageHeadline['who']): string =>
  [...Map.groupBy(who, rowLabelOf)]
    .map(([rowLabel, { length }]) => {
      const { text, verb, many } = ROW_WORDS[rowLabel]
      return who.length === 1 ? `${verb} ${text}` : `${many}: ${length}`
    })
    .join(', ')

/** Beside a figure it is one too: «2 человека из 4 вероятных». */
function fitText(
  who: PageHeadline['who'],
  people: number,
  organisations: number,
  hasFigure: boolean
): string {
  const group = organisations === 0 && !hasFigure && GROUPS[people]
  if (group) return `Подходят ${group}`
  const isMixed = people * organisations > 0
  return `Подход${plural(isMixed ? 2 : who.length, ['ит', 'ят', 'ят'])} ${whoText(who)}`
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** «сегодня в 12:41 по Москве»; an answer is kept for minutes, so the day before is the oldest. */
export function momentText(at: number, now: number): string {
  const [day, clock] = moscowDayAndClock(at)
  return `${day === moscowDayAndClock(now)[0] ? 'сегодня' : 'вчера'} в ${clock} по\u00a0Москве`
}

/** «12:41 по Москве»: until then an answer goes on. */
export const clockText = (at: number): string => `${moscowDayAndClock(at)[1]} по\u00a0Москве`

const moscowDayAndClock = (at: number) => moscowTime(new Date(at)).split(' ')

/** «214 мс», «1,3 с». */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(1, Math.round(ms))}\u00a0мс`
  return `${(ms / 1_000).toFixed(1).replace('.', ',')}\u00a0с`
}

/** «12 записей в 5 источниках», «0 записей» beside a heading that says «Ничего не найдено». */
export function resultsText({ results_count, results_by_source }: SearchAnswer): string {
  const records = count(results_count, 'record')
  const sources = Object.values(results_by_source).filter(({ length }) => length > 0).length
  return sources > 0 ? `${records} в ${count(sources, 'inSource')}` : records
}

/** What is spoken once when an answer comes: its numbers, and whether it is whole. */
export function spokenText(answer: SearchAnswer): string {
  const silent = answer.failed_sources.length
  return resultsText(answer) + (silent > 0 ? `. Не ответили: ${count(silent, 'source')}` : '')
}

/** «сегодня в 12:41 по Москве», «12 записей в 5 источниках», «за 214 мс, списан 1 запрос». Opened again it costs nothing. */
export function lastSearchText(answer: SearchAnswer, now: number) {
  const { searched_at, query_time_ms, charged } = answer
  return {
    lead: momentText(Date.parse(searched_at), now),
    numbers: resultsText(answer),
    rest: `за ${durationText(query_time_ms)}, ${charged > 0 ? 'списан 1\u00a0запрос' : 'без списания'}`
  }
}
