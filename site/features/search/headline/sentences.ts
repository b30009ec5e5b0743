import type { PersonCard } from '#shared/contracts/person.ts'
import { isMistyped, nearNumberOf, type Question } from '#shared/identity/matching/asked.ts'
import { headlineForBest } from '#shared/identity/people/headline.ts'
import { holdersText, namedNumber } from '#shared/texts/holders.ts'
import { agreeing, whoInInstrumental, whoNamed } from '#shared/texts/who.ts'
import type { Addition } from '#site/features/search/people/tell-apart.ts'
import { ROW_WORDS, rowLabelOf } from '#site/features/search/texts.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { capitalized } from '#site/lib/text.ts'
import { othersNamed } from './number-words.ts'

/** The sentences of headlines, by what was asked: what they say follows from it and from the counts. */

interface Finding {
  question: Question
  family: string
  who: readonly PersonCard[]
  others: readonly PersonCard[]
  isCut: boolean
}

/** Of one who has all that was asked. */
export function singleText(finding: Finding): string {
  const { who, others } = finding
  const byNumber = holdersText(finding)
  if (byNumber) return byNumber
  const [first] = who
  const word = headlineForBest('one', first?.label ?? null)
  if (word === 'one') return `Совпадает ${whoNamed(who)}`
  if (others.length > 0)
    return `Ближе всех ${first?.kind === 'person' ? 'один' : whoNamed(who)}. ${othersText(finding)}`
  return word === 'probable' ? `Вероятно, подходит ${whoNamed(who)}` : capitalized(foundText(who))
}

/** Of several who have it alike, with what would tell them apart or who fits less. */
export function severalText(finding: Finding & { additions: readonly Addition[] }): string {
  const { family, who, others, isCut, additions } = finding
  const byNumber = holdersText(finding)
  if (byNumber) return byNumber
  const label = who[0]?.label
  const isEqual = label === 'match' || label === 'probable'
  const isNearest = others.length > 0 && !isEqual && !family
  const added = additions.map(({ object }) => object).join(' или ')
  const deciding =
    additions.length > 0 ? `: решит ${additions.map(({ subject }) => subject).join(' или ')}` : ''
  const rest = others.length > 0 ? `. ${othersText(finding)}` : ''
  if (family) {
    const shown = `${family} ${isCut ? 'показано' : 'найдено'} ${formatCount(who.length)}`
    return rest ? shown + rest : shown + (added && `. Добавьте ${added}`)
  }
  if (isNearest) return `Ближе остальных ${whoNamed(who)}${deciding}${rest}`
  if (!isEqual)
    return `${capitalized(`${isCut ? 'показано ' : ''}${foundText(who)}`)}${added && `. Добавьте ${added}`}`
  const fit = agreeing(who, label === 'match' ? ['подходит', 'подходит', 'подходят'] : SIMILAR)
  return capitalized(`${isCut ? 'из показанных ' : ''}${fit} ${whoNamed(who)}${deciding}${rest}`)
}

const SIMILAR = ['похож', 'похожа', 'похожи'] as const

const othersText = ({ others }: Finding): string =>
  others[0] ? othersNamed(rowLabelOf(others[0]), others) : ''

/** Of those who fit all but for a detail: a slip of the keys, another digit, or something that nobody states. */
export function unsureText(who: readonly PersonCard[]): string {
  const near = nearNumberOf(who)
  if (near) {
    const { noun, ending, such, similar } = namedNumber(near)
    return `${capitalized(such)} ${noun} не найден${ending}, ${similar} записан${ending} за ${whoInInstrumental(who)}`
  }
  if (who.every(isMistyped)) {
    const surnames = new Set(who.map(({ name }) => name.split(' ')[0]))
    const [surname] = surnames
    const by = surname && surnames.size === 1 ? `по «${surname}» ` : ''
    return `Возможно, опечатка: ${by}${agreeing(who, SIMILAR)} ${whoNamed(who)}`
  }
  return `Точного совпадения нет; вероятно, ${agreeing(who, ['подходит', 'подходит', 'подходят'])} ${whoNamed(who)}`
}

/** «найден возможный однофамилец», «возможных однофамильцев: 3, других организаций: 1»: no more than the rows say. */
export const foundText = (who: readonly PersonCard[]): string =>
  [...Map.groupBy(who, rowLabelOf)]
    .map(([rowLabel, { length }]) => {
      const { text, verb, many } = ROW_WORDS[rowLabel]
      return who.length === 1 ? `${verb} ${text}` : `${many}: ${formatCount(length)}`
    })
    .join(', ')
