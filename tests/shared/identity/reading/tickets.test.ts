import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { partsOfBest } from './read-line.ts'

const NAMES = [
  'PRIMEROV/ILYA',
  'PRIMEROVA/ANNA OLEGOVNA',
  'Drugov/Oleg',
  'NEBYVALOV/AKAKII',
  'ZHIRKOVA/SVETLANA'
]
const TITLES = ['', ' MR', ' MRS', ' MS', ' MISS', ' MSTR', ' MSTR CHD', ' Mr', ' INF']
const capitals = (text: string) => text.toLowerCase().replace(/(?<=^|\W)\w/g, first => first.toUpperCase())
const meant = (name: string) => `full_name ${capitals(name.replace('/', ' '))}`

test.each(NAMES.flatMap(name => TITLES.map(title => [name, title] as const)))(
  'a name of a ticket, «%s%s», is one person',
  (name, title) => {
    expect(partsOfBest(name + title)).toEqual([meant(name)])
    expect(parseQuery(name + title)[0]?.person).toBeUndefined()
    expect(partsOfBest(`${name}${title} 14.03.1981`)).toEqual([meant(name), 'birth_date 1981-03-14'])
  }
)
