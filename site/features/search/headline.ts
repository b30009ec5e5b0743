import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { type Outcome, outcomeOf, wantedOf } from '#shared/identity/people/headline.ts'
import { itemisedIdentifiers } from '#shared/identity/query/line-identifiers.ts'
import { counted, type Forms, plural } from '#site/lib/numbers.ts'
import { count, whoCounts, whoText } from './texts.ts'

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
  const { persons, readings, failed_sources, completeness } = answer
  const outcome = outcomeOf(persons, readings)
  const wanted = wantedOf(readings)
  return {
    ...outcome,
    items: outcome.code !== 'itemised' ? '' : wanted > 1 ? (WANTED[wanted] ?? '') : numbersText(readings),
    among: amongText(outcome, persons),
    isPartial: failed_sources.length > 0,
    isCut: completeness.more
  }
}

function amongText({ code, who }: Outcome, persons: readonly Person[]): string {
  const related = persons.filter(({ label }) => label === 'related').length
  if (code === 'itemised') return who.length < persons.length ? `, связанных: ${related}` : ''
  if (code !== 'one' && code !== 'several') return ''
  const labelled = persons.filter(({ label }) => label === who[0]?.label).length
  if (who.length === labelled) return ''
  const [all, forms] = who[0]?.label === 'probable' ? [labelled, PROBABLE] : [persons.length, FOUND]
  return ` из\u00a0${counted(all, forms)}`
}

const PROBABLE: Forms = ['вероятного', 'вероятных', 'вероятных']
const FOUND: Forms = ['найденного', 'найденных', 'найденных']

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

function wholeText({ code, who, items, among, isCut }: PageHeadline): string {
  const { people, organisations } = whoCounts(who)
  const isSingle = who.length === 1
  const one = people > 0 ? 'один человек' : 'одна организация'
  const fit = fitText(who, people, organisations)
  const label = who[0]?.label
  switch (code) {
    case 'one':
      if (among) return `${fit}${among}`
      if (label === 'match') return `Совпадает ${one}`
      if (label === 'probable') return `Вероятно, подходит ${one}`
      return people > 0 ? 'Найден один возможный однофамилец' : 'Найдена одна другая организация'
    case 'several':
      return `${isCut ? `Из показанных ${lower(fit)}` : fit}${among}, запрос их не различает`
    case 'itemised':
      return `Искали ${items}, найдено: ${whoText(who)}${among}`
    case 'probable':
      return `Точного совпадения нет; вероятно, ${isSingle ? `подходит ${one}` : lower(fit)}`
    case 'namesakes':
      if (isSingle)
        return `Совпадения нет, ${people > 0 ? 'найден возможный однофамилец' : 'найдена другая организация'}`
      return [
        'Совпадения нет',
        people > 0 && `возможных однофамильцев: ${people}`,
        organisations > 0 && `других организаций: ${organisations}`
      ]
        .filter(Boolean)
        .join(', ')
    case 'weak':
      return 'Совпадения нет, найдены слабые совпадения'
    case 'related':
      return `Совпадения нет, ${relatedText(people, isSingle)}`
    case 'none':
      return 'Ничего не найдено'
  }
}

function relatedText(people: number, isSingle: boolean): string {
  if (isSingle) return people > 0 ? 'найдено связанное лицо' : 'найдена другая организация'
  return `найдены ${people > 0 ? 'связанные лица' : 'другие организации'}`
}

function fitText(who: PageHeadline['who'], people: number, organisations: number): string {
  const group = organisations === 0 && GROUPS[people]
  if (group) return `Подходят ${group}`
  const isMixed = people * organisations > 0
  return `Подход${plural(isMixed ? 2 : who.length, ['ит', 'ят', 'ят'])} ${whoText(who)}`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
