import { headerWords, readPartyHeader } from '#shared/identity/parties/headers.ts'
import type { AddressPart } from '#shared/identity/records/types.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

export interface AddressHeader {
  /** `address` for a whole one, «Город, улица, дом»; null when some word is foreign to addresses. */
  kind: AddressPart | 'address' | null
  /** Equal for the parts of one address; '' by default. */
  group: string
  /** Owner words: parts of two people are never one address. */
  owner: string
  isOrganisation: boolean
  /** The word that names the part: «строение», not «корпус». */
  word: string
}

/** Phrases in the form of `headerWords`. */
const PARTS: Record<AddressPart, string> = {
  postcode:
    'индекс | почтовый индекс | почтовый код | zip | zip code | zipcode | postcode | postal code | post code | postal',
  region:
    'область | области | обл | регион | региона | край | республика | субъект | субъект рф | субъект федерации | region | ' +
    'province | oblast | state province',
  district:
    'район | района | р н | городской округ | муниципальный район | муниципальный округ | district | county',
  city:
    'город | города | гор | населенный пункт | населенного пункта | нас пункт | нп | н п | поселок | поселка | пос | село | села | ' +
    'деревня | деревни | city | town | locality | settlement | village | gorod',
  street: 'улица | улицы | ул | проспект | переулок | street | ulitsa | ulica',
  house: 'дом | дома | house | n дом',
  building:
    'корпус | корпуса | корп | строение | строения | стр | литера | литер | лит | building | bldg | block',
  flat: 'квартира | квартиры | кв | помещение | комната | комн | офис | flat | apartment | apt | room | unit | kvartira'
}

/** Words that name the address, by its name; those of '' say nothing. */
const ADDRESSES: Record<string, string> = {
  '': 'адрес | адреса | address | addr | место | места | по | номер | номера | n | no | number | название | наименование | name | и | the | of | основной | основная | main | primary | постоянный | постоянная | полный | рф | в | на | line',
  registration:
    'регистрации | регистрация | рег | прописки | прописка | прописке | registration | registered | permanent',
  residence:
    'проживания | проживание | прожив | жительства | фактический | фактическая | фактического | факт | residence | residential | living | actual | current',
  temporary: 'временный | временная | временной | временного | пребывания | temporary',
  delivery: 'доставки | доставка | shipping | delivery',
  post: 'почтовый | почтовая | почтового | mailing',
  billing: 'billing',
  home: 'домашний | домашняя | домашнего | дом адрес | home',
  work: 'рабочий | рабочая | рабочего | раб | работы | business | work',
  other: 'другой | другая | другое | доп | дополнительный | other',
  legal: 'юридический | юридическая | юридического | юр | legal',
  organisation:
    'организации | компании | предприятия | учреждения | фирмы | юрлица | юридического лица | работодателя | company | organization | organisation | employer'
}
const OF_ORGANISATION: ReadonlySet<string> = new Set(['legal', 'organisation'])

/** Letters that mean parts only beside a street: «г., ул., д., кв.». */
const PART_BY_LETTER: ReadonlyMap<string, AddressPart> = new Map([
  ['г', 'city'],
  ['д', 'house'],
  ['к', 'building']
])

/** The part of a one-letter header, when another column holds streets. */
export const partOfLetter = (label: string): AddressPart | null => {
  const [letter = '', ...others] = headerWords(label)
  return others.length > 0 ? null : (PART_BY_LETTER.get(letter) ?? null)
}

const phrases = <Name extends string>(table: Record<Name, string>): [string, Name][] =>
  Object.entries<string>(table).flatMap(([name, all]) =>
    all.split(' | ').map((phrase): [string, Name] => [phrase, name as Name])
  )
const PART_BY_PHRASE: ReadonlyMap<string, AddressPart> = new Map(phrases(PARTS))
const ADDRESS_BY_PHRASE: ReadonlyMap<string, string> = new Map(phrases(ADDRESSES))
const PHRASE_WORDS_MAX = 2

interface Phrase {
  text: string
  part: AddressPart | undefined
  address: string | undefined
}

/** Longest phrases of the tables first; unknown words stand alone. */
const phrasesOf = (words: readonly string[]): Phrase[] => {
  const all: Phrase[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(PHRASE_WORDS_MAX, words.length - at)
    let text = words.slice(at, at + length).join(' ')
    while (length > 1 && !PART_BY_PHRASE.has(text) && !ADDRESS_BY_PHRASE.has(text)) {
      length -= 1
      text = words.slice(at, at + length).join(' ')
    }
    all.push({ text, part: PART_BY_PHRASE.get(text), address: ADDRESS_BY_PHRASE.get(text) })
    at += length
  }
  return all
}

/** «Улица, дом» is a street, «дом, квартира» a house; a town makes it an address. */
const kindOf = (parts: readonly AddressPart[]): AddressHeader['kind'] => {
  const has = (part: AddressPart): boolean => parts.includes(part)
  if (has('street')) return has('city') ? 'address' : 'street'
  return (['house', 'building', 'flat', 'city', 'district', 'region', 'postcode'] as const).find(has) ?? null
}

const NUMBER = /^\d+$/

/** Never null, because a column may be mapped whatever it is called. */
export const readAddressHeader = memoize((label: string): AddressHeader => {
  const { role, group: person, number, rest } = readPartyHeader(label)
  const words = phrasesOf(headerWords(rest))
  const parts = words.filter(({ part }) => part !== undefined)
  const isKnown = words.every(
    ({ text, part, address }) => part !== undefined || address !== undefined || NUMBER.test(text)
  )
  const names = words.flatMap(({ text, part, address = NUMBER.test(text) ? text : '' }) =>
    part === undefined && address !== '' ? address : []
  )
  return {
    kind: isKnown ? kindOf(parts.flatMap(({ part = [] }) => part)) : null,
    group: [...new Set([...names, ...(number === '' ? [] : [number])])].sort().join(' '),
    owner: role === null ? '' : `${role} ${person}`,
    isOrganisation: names.some(name => OF_ORGANISATION.has(name)),
    word: parts.at(-1)?.text ?? ''
  }
})
