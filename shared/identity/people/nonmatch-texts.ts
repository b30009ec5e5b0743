import type { NotEnoughCode, VetoCode } from '#shared/contracts/person.ts'
import { HARD_LINK_KINDS, VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { differentText, onlyDifferenceText } from '#shared/identity/identifiers/sentences.ts'
import type { HardLinkKind, VetoKind } from '#shared/identity/identifiers/table.ts'
import { wordsOf } from '#shared/identity/identifiers/words.ts'

const textsOfVetoes = (textOf: (kind: VetoKind) => string) =>
  Object.fromEntries(VETO_KINDS.map(kind => [`other_${kind}`, textOf(kind)])) as Record<
    `other_${VetoKind}`,
    string
  >

export const VETO_TEXTS: Record<VetoCode, string> = {
  same_record: 'одна запись называет их двумя разными людьми',
  ...textsOfVetoes(differentText),
  other_gender: 'пол разный',
  other_patronymic: 'отчества разные',
  other_given_name: 'имена разные',
  other_birth_date: 'даты рождения разные',
  other_birth_year: 'годы рождения разные'
}

export const OTHER_GENDER_BY_NAME = 'пол по имени разный'

export const OWNER_WORDS = ['этого человека', 'похожего'] as const

export const inRecordsText = (count: number): string => (count === 1 ? 'в одной записи' : 'в других записях')

export const ONLY_DIFFERENCES: Partial<Record<VetoCode, string>> = textsOfVetoes(onlyDifferenceText)

const FACTS = {
  fullName: 'полное ФИО',
  birthDate: 'полная дата',
  number: 'документ',
  phone: 'телефон',
  email: 'e-mail',
  flat: 'квартира при полном ФИО',
  personalPhone: 'личный телефон'
} as const
export type JoiningFact = keyof typeof FACTS

const ANY_FACT: readonly JoiningFact[] = ['birthDate', 'number', 'phone', 'email']

interface NotEnoughTexts {
  text: string
  /** What would link the two, except what they share already. */
  wouldJoin: readonly JoiningFact[]
  prefix?: string
  suffix?: string
}

export const NOT_ENOUGH_TEXTS: Record<NotEnoughCode, NotEnoughTexts> = {
  fits_two_people: {
    text: 'записи одинаково подходят двум разным людям',
    wouldJoin: ['fullName', 'birthDate', 'number'],
    suffix: ' в этих записях'
  },
  changed_surname: {
    text: 'имя, отчество и полная дата рождения те же, фамилия другая: возможно, смена фамилии',
    wouldJoin: ['number', 'phone', 'email']
  },
  name_alone: {
    text: 'кроме имени, ничего общего в записях нет',
    wouldJoin: [...ANY_FACT, 'flat']
  },
  name_and_birth_year: {
    text: 'имя и год рождения бывают общими у разных людей',
    wouldJoin: [...ANY_FACT, 'flat']
  },
  initials_alone: {
    text: 'имя известно только инициалами',
    wouldJoin: ANY_FACT
  },
  loose_name: {
    text: 'имя записано по-разному, а общий факт только один',
    wouldJoin: ANY_FACT,
    prefix: 'ещё '
  },
  shared_by_household: {
    text: 'телефон или квартира могут быть общими для семьи, а полного ФИО нет',
    wouldJoin: ['fullName', 'birthDate', 'number', 'personalPhone']
  },
  contact_of_many: {
    text: 'телефон или e-mail указан у многих людей',
    wouldJoin: ['birthDate', 'number', 'personalPhone']
  }
}

/** Name and date agree, surname differs: a woman may have changed hers, a man seldom does. */
export const CHANGED_SURNAME_TEXTS = {
  whole: NOT_ENOUGH_TEXTS.changed_surname.text,
  half: 'имя, отчество и полная дата рождения те же, фамилия частично: возможно, смена фамилии',
  ofMan:
    'имя, отчество и полная дата рождения те же, фамилия другая: чаще тёзка, но возможна и смена фамилии',
  halfOfMan:
    'имя, отчество и полная дата рождения те же, фамилия частично: чаще тёзка, но возможна и смена фамилии'
} as const

/** «полное ФИО или номер документа в этих записях» */
export const wouldJoinText = (code: NotEnoughCode, isLacking: (fact: JoiningFact) => boolean): string => {
  const { wouldJoin, prefix = '', suffix = '' } = NOT_ENOUGH_TEXTS[code]
  const facts = wouldJoin.filter(isLacking).map(fact => FACTS[fact])
  return prefix + [facts.slice(0, -1).join(', '), ...facts.slice(-1)].filter(Boolean).join(' или ') + suffix
}

export const LIKE_NAME = 'похожее ФИО'

export const AGREEING_FACTS = {
  birthDate: 'дата рождения',
  exchangedDate: 'дата рождения с переставленными днём и месяцем',
  birthYear: 'год рождения',
  phone: 'телефон',
  email: 'e-mail',
  flat: 'адрес до квартиры',
  ...(Object.fromEntries(HARD_LINK_KINDS.map(kind => [kind, wordsOf(kind).noun])) as Record<
    HardLinkKind,
    string
  >)
} as const
export type AgreeingFact = keyof typeof AGREEING_FACTS
