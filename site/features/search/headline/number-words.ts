import type { RowLabel } from '#shared/identity/people/headline.ts'
import { ROW_WORDS, type Who, whoCounts, whoText } from '#site/features/search/texts.ts'
import { counted, type Forms, plural } from '#site/lib/numbers.ts'

/** The numbers of a headline in the cases that its sentences need. */

const GROUPS = ['', 'один', 'двое', 'трое', 'четверо', 'пятеро']

/** «один человек», «четверо», «12 человек», «одна организация», «4 человека и 2 организации». */
export function whoNamed(who: Who): string {
  const { people, organisations } = whoCounts(who)
  if (who.length === 1) return people === 1 ? 'один человек' : 'одна организация'
  return (organisations === 0 && GROUPS[people]) || whoText(who)
}

/** The form that goes with them: «подходит», «подходят»; «похож», «похожа», «похожи». */
export function agreeing(who: Who, [he, she, they]: Forms): string {
  const { people, organisations } = whoCounts(who)
  return people * organisations > 0 ? they : plural(who.length, [people > 0 ? he : she, they, they])
}

const INSTRUMENTAL = {
  people: {
    words: ['', 'одним', 'двумя', 'тремя', 'четырьмя', 'пятью'],
    forms: ['человеком', 'людьми', 'людьми']
  },
  organisations: {
    words: ['', 'одной', 'двумя', 'тремя', 'четырьмя', 'пятью'],
    forms: ['организацией', 'организациями', 'организациями']
  }
} as const satisfies Record<string, { words: readonly string[]; forms: Forms }>

/** «двумя людьми», «12 людьми и одной организацией»: behind «записан за». */
export function behindWhom(who: Who): string {
  const counts = whoCounts(who)
  return (['people', 'organisations'] as const)
    .filter(each => counts[each] > 0)
    .map(each => {
      const { words, forms } = INSTRUMENTAL[each]
      const word = words[counts[each]]
      return word ? `${word} ${plural(counts[each], forms)}` : counted(counts[each], forms)
    })
    .join(' и ')
}

const PREDICATES: Partial<Record<RowLabel, Forms>> = {
  match: ['совпадает', 'совпадает', 'совпадают'],
  probable: ['вероятен', 'вероятна', 'вероятны']
}

/** «Ещё двое вероятны», «Ещё 12 вероятных», «Ещё 2 возможных однофамильца». */
export function othersNamed(label: RowLabel, others: Who): string {
  const predicate = PREDICATES[label]
  const { people, organisations } = whoCounts(others)
  const named = organisations > 0 ? whoNamed(others) : GROUPS[people]
  return predicate && named
    ? `Ещё ${named} ${agreeing(others, predicate)}`
    : `Ещё ${counted(others.length, ROW_WORDS[label].forms)}`
}
