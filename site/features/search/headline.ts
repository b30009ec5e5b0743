import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isNumbersOnly, itemisedIdentifiers } from '#shared/identity/query/line-identifiers.ts'
import { counted, type Forms, plural } from '#site/lib/numbers.ts'
import { count, isWeak, whoCounts, whoText } from './texts.ts'

/**
 * What an answer comes to. `one` and `several` fit all that was asked; the others fit less. Several equal matches are no
 * match: the query does not tell them apart. `itemised`: the line names several people, or numbers of which nobody knows
 * whether they are one person's, so nobody can be called the one.
 */
export type Headline = {
  code: 'one' | 'several' | 'itemised' | 'probable' | 'namesakes' | 'weak' | 'related' | 'none'
  /** Whom it speaks of. */
  who: readonly Pick<Person, 'kind'>[]
  label: Person['label'] | null
  /** What is itemised: «двоих», «3 номера». */
  items: string
  /** A number of the page that is another one, because it counts those too who fit less: «из 4 вероятных». */
  among: string
  isPartial: boolean
  /** Not everything that was found is shown. */
  isCut: boolean
}

export function headlineOf(answer: SearchAnswer): Headline {
  const { persons, readings, failed_sources, completeness } = answer
  const own = persons.filter(({ label }) => label !== 'related')
  const [best] = own
  const wanted = wantedOf(readings)
  const rest = {
    items: wanted > 1 ? (WANTED[wanted] ?? '') : isNumbersOnly(readings) ? numbersText(readings) : '',
    label: best?.label ?? null,
    among: '',
    isPartial: failed_sources.length > 0,
    isCut: completeness.more
  }
  if (persons.length === 0) return { ...rest, code: 'none', who: [] }
  const related = persons.filter(person => person.label === 'related')
  if (rest.items && wanted > 1 && best && related.length > 0)
    return { ...rest, code: 'itemised', who: own, among: `, связанных: ${related.length}` }
  if (rest.items) return { ...rest, code: 'itemised', who: persons }
  // Of a name that many bear, all fit; words that stand anywhere in a record do not make it what was asked.
  if (!best || (isWeak(best) && (related.length > 0 || readings.every(({ kind }) => kind === 'text'))))
    return { ...rest, code: related.length > 0 ? 'related' : 'weak', who: related }
  const { label, band } = best
  // Counted here: a card does not know of those that «ещё» brought.
  const labelled = own.filter(person => person.label === label)
  if (band !== 'full')
    return { ...rest, code: label === 'namesake' ? 'namesakes' : 'probable', who: labelled }
  const who = labelled.filter(person => person.band === band)
  const all = label === 'probable' ? labelled.length : persons.length
  const among =
    who.length < labelled.length ? ` из\u00a0${counted(all, label === 'probable' ? PROBABLE : FOUND)}` : ''
  return { ...rest, code: who.length > 1 ? 'several' : 'one', who, among }
}

const PROBABLE: Forms = ['вероятного', 'вероятных', 'вероятных']
const FOUND: Forms = ['найденного', 'найденных', 'найденных']

/** How many people a line names; 1 where it numbers nobody. */
export const wantedOf = (readings: SearchAnswer['readings']): number =>
  Math.max(1, ...readings.map(({ person }) => person ?? 1))

/** «3 номера», with an e-mail among them «2 значения». */
function numbersText(readings: SearchAnswer['readings']): string {
  const numbers = itemisedIdentifiers(readings)
  const hasEmail = numbers.some(([surest]) => surest?.kind === 'email')
  return count(numbers.length, hasEmail ? 'value' : 'number')
}

const GROUPS = ['', '', 'двое', 'трое', 'четверо', 'пятеро', 'шестеро', 'семеро']
const WANTED = ['', '', 'двоих', 'троих']

/** «Совпадает один человек», «Подходят четверо, запрос их не различает», «Подходит 91 человек…». */
export const headlineText = (headline: Headline): string =>
  headline.isPartial ? `${wholeText(headline)}, ответ неполный` : wholeText(headline)

function wholeText({ code, who, label, items, among, isCut }: Headline): string {
  const { people, organisations } = whoCounts(who)
  const isSingle = who.length === 1
  const one = people > 0 ? 'один человек' : 'одна организация'
  const fit = fitText(who)
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
      return isSingle
        ? `Точного совпадения нет, вероятно подходит ${one}`
        : `Точного совпадения нет, вероятно ${lower(fit)}`
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

function fitText(who: Headline['who']): string {
  const { people, organisations } = whoCounts(who)
  const group = organisations === 0 && GROUPS[people]
  if (group) return `Подходят ${group}`
  const isMixed = people > 0 && organisations > 0
  return `Подход${plural(isMixed ? 2 : who.length, ['ит', 'ят', 'ят'])} ${whoText(who)}`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
