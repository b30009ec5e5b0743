import type { PersonCard } from '#shared/contracts/person.ts'
import { counted, type Forms, plural } from './counts.ts'

export type Who = readonly Pick<PersonCard, 'kind'>[]

/** An organisation is nobody: it is never counted among people. */
export function whoCounts(who: Who): { people: number; organisations: number } {
  const people = who.filter(({ kind }) => kind === 'person').length
  return { people, organisations: who.length - people }
}

/** «4 человека и 1 организация», «3 организации», «0 человек». */
export function whoText(who: Who): string {
  const { people, organisations } = whoCounts(who)
  const firms = counted(organisations, ['организация', 'организации', 'организаций'])
  if (people === 0 && organisations > 0) return firms
  const persons = counted(people, ['человек', 'человека', 'человек'])
  return organisations === 0 ? persons : `${persons} и ${firms}`
}

export const GROUPS = ['', 'один', 'двое', 'трое', 'четверо', 'пятеро']

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
export function whoInInstrumental(who: Who): string {
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
