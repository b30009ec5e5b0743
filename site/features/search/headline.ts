import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { count } from './texts.ts'

/**
 * What an answer comes to. `one` and `several` fit all that was asked; the others fit less. Several equal matches are no
 * match: the query does not tell them apart.
 */
export type Headline = {
  code: 'one' | 'several' | 'probable' | 'namesakes' | 'related' | 'none'
  /** How many people or organisations it speaks of. */
  people: number
  kind: Person['kind']
  label: Person['label'] | null
  /** Of a line that names several people: how many. */
  asked: number
  isPartial: boolean
  /** Not everything that was found is shown. */
  isCut: boolean
}

export function headlineOf(answer: SearchAnswer): Headline {
  const { persons, readings, failed_sources, completeness } = answer
  const own = persons.filter(({ label }) => label !== 'related')
  const [best] = own
  const asked = Math.max(1, ...readings.map(({ person }) => person ?? 1))
  const rest = {
    asked,
    isPartial: failed_sources.length > 0,
    isCut: completeness.more,
    kind: best?.kind ?? 'person'
  } as const
  if (!best) {
    const code = persons.length > 0 ? 'related' : 'none'
    return { ...rest, code, people: persons.length, label: null }
  }
  const { label, band } = best
  if (band === 'full') {
    // Counted here: a card does not know of those that «ещё» brought.
    const alike = asked > 1 ? own : own.filter(person => person.label === label && person.band === band)
    return { ...rest, code: alike.length > 1 ? 'several' : 'one', people: alike.length, label }
  }
  const people = own.filter(person => person.label === label).length
  return { ...rest, code: label === 'namesake' ? 'namesakes' : 'probable', people, label }
}

const GROUPS = ['', '', 'двое', 'трое', 'четверо', 'пятеро', 'шестеро', 'семеро', 'восьмеро', 'девятеро']
const ASKED = ['', '', 'двоих', 'троих']

/** «Совпадает один человек», «Подходят четверо, запрос их не различает», «Подходит 91 человек…». */
export function headlineText(headline: Headline): string {
  const { asked, isPartial } = headline
  const text = asked > 1 ? textOfSeveral(headline) : textOfOne(headline)
  return isPartial ? `${text}, ответ неполный` : text
}

function textOfOne({ code, people, kind, label, isCut }: Headline): string {
  const one = kind === 'person' ? 'один человек' : 'одна организация'
  switch (code) {
    case 'one':
      if (label === 'match') return `Совпадает ${one}`
      return label === 'probable' ? `Вероятно, подходит ${one}` : 'Найден один возможный однофамилец'
    case 'several':
      return `${isCut ? `Из показанных ${lower(fitText(people, kind))}` : fitText(people, kind)}, запрос их не различает`
    case 'probable':
      return people === 1
        ? `Точного совпадения нет, вероятно подходит ${one}`
        : `Точного совпадения нет, вероятно ${lower(fitText(people, kind))}`
    case 'namesakes':
      return people === 1
        ? 'Совпадения нет, найден возможный однофамилец'
        : `Совпадения нет, возможных однофамильцев: ${people}`
    case 'related':
      return 'Совпадения нет, найдены связанные лица'
    case 'none':
      return 'Ничего не найдено'
  }
}

/** Of a line about several people nobody can be called the one. */
function textOfSeveral({ code, people, asked }: Headline): string {
  if (code === 'none') return 'Ничего не найдено'
  const line = `Искали ${ASKED[asked] ?? asked}`
  return code === 'related'
    ? `${line}, найдены связанные лица`
    : `${line}, найдено: ${count(people, 'person')}`
}

function fitText(people: number, kind: Person['kind']): string {
  if (kind === 'organisation') return `Подходят ${count(people, 'organisation')}`
  const group = GROUPS[people]
  if (group) return `Подходят ${group}`
  return `${people % 10 === 1 && people % 100 !== 11 ? 'Подходит' : 'Подходят'} ${count(people, 'person')}`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
