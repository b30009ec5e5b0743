import { memoize } from '#shared/identity/text/memoize.ts'
import type { AddressColumns } from './columns.ts'
import { parseAddress } from './parse.ts'
import { type LabelledPart, PART_OF_WORD } from './words.ts'

type Part = AddressColumns['columns'][number]['part']

/** What tells of a value of each part that it says itself what it is. */
const OWN_LABELS: Partial<Record<Part, readonly LabelledPart[]>> = {
  region: ['region', 'whole'],
  district: ['district'],
  city: ['place', 'district'],
  street: ['street'],
  house: ['house', 'flat'],
  building: ['block', 'structure', 'letter'],
  flat: ['flat']
}
const LABELS: Partial<Record<Part, string>> = {
  city: 'г. ',
  street: 'ул. ',
  house: 'д. ',
  building: 'корп. ',
  flat: 'кв. '
}
/** By the word of the header, where the part alone does not tell. */
const LABEL_BY_WORD: ReadonlyMap<string, string> = new Map([
  ['строение', 'стр. '],
  ['строения', 'стр. '],
  ['стр', 'стр. '],
  ['литера', 'лит. '],
  ['литер', 'лит. '],
  ['лит', 'лит. '],
  ['офис', 'оф. '],
  ['помещение', 'пом. '],
  ['комната', 'ком. '],
  ['комн', 'ком. '],
  ['room', 'ком. '],
  ['село', 'с. '],
  ['поселок', 'пос. '],
  ['пос', 'пос. '],
  ['деревня', 'дер. '],
  ['переулок', 'пер. '],
  ['проспект', 'пр-т ']
])
/** A town whose header does not say what it is keeps its name alone. */
const UNTOLD_TOWNS = new Set(
  'населенный пункт|населенного пункта|нас пункт|нп|н п|locality|settlement|village'.split('|')
)

/** What an address is parted by, and numbers as a spreadsheet spoils them: «41.0». */
const BREAKS = /[;|\n\r\t]+/g
const DECIMAL = /^(\d{1,6})[.,]0$/
const WORD = /\p{L}+(?:-\p{L}+)*/gu

const saysPart = (text: string, part: Part): boolean => {
  const labels = OWN_LABELS[part]
  return (
    labels !== undefined &&
    (text.toLowerCase().replaceAll('ё', 'е').match(WORD) ?? []).some(word => {
      const label = PART_OF_WORD.get(word.replaceAll('-', ''))
      return label !== undefined && labels.includes(label)
    })
  )
}

const labelOf = (part: Part, word: string): string =>
  UNTOLD_TOWNS.has(word) ? '' : (LABEL_BY_WORD.get(word) ?? LABELS[part] ?? '')

const writtenPart = (part: Part, word: string, text: string): string => {
  const value = text.replace(BREAKS, ' ').replace(DECIMAL, '$1')
  if (part === 'address' || part === 'postcode' || saysPart(value, part)) return value
  if (part === 'region' || part === 'district')
    return ADJECTIVE.test(value) ? `${value} ${part === 'region' ? 'обл.' : 'р-н'}` : value
  return labelOf(part, word) + value
}

interface Piece {
  part: Part
  text: string
  /** Names of places in it, in lower case without hyphens. */
  places: readonly string[]
  /** It says that one of them is a town. */
  saysTown: boolean
}

const KEY_SIGN = '\u001f'

/** Of a value under the word of a header; both repeat from record to record. */
const readPiece = memoize((key: string): Piece => {
  const [part = 'address', word = '', ...value] = key.split(KEY_SIGN) as [Part, string]
  const text = writtenPart(part, word, value.join(KEY_SIGN))
  const { places, street } = parseAddress(text.toLowerCase().replaceAll('ё', 'е'))
  // A place alone is read as a street.
  const own = BEFORE_STREET.has(part) ? [...places, ...street] : places
  return { part, text, places: own, saysTown: saysPart(text, 'city') }
})

/** «Примерская», «Примерский»: without its noun it would be a street. */
const ADJECTIVE = /^\p{L}+(?:ая|ий)$/u

/** What stands before the street: a text of a whole address may have it already. */
const BEFORE_STREET: ReadonlySet<Part> = new Set<Part>(['region', 'district', 'city'])

interface Filled extends Piece {
  label: string
}

/** «Москва» as region and town is written once; a text that names a town has what stands before one. */
const isSaidBeside = ({ label, part, places }: Filled, all: readonly Filled[]): boolean =>
  BEFORE_STREET.has(part) &&
  all.some(other => {
    if (other.label === label) return false
    const isText = other.part === 'street' || other.part === 'address'
    if (isText && other.saysTown) return true
    if (!isText && (other.part !== 'city' || part === 'city')) return false
    return places.length > 0 && places.every(place => other.places.includes(place))
  })

/**
 * One text of the columns of one address, in their order, and the columns that are in it; null where what the record says of
 * them is no place to live: neither a street nor a house of a town.
 */
export const composeAddress = (
  { columns }: AddressColumns,
  textOf: (label: string) => string | undefined
): { text: string; labels: readonly string[] } | null => {
  const filled = columns.flatMap(({ label, part, word }): Filled[] => {
    const text = textOf(label)
    return text === undefined || text === ''
      ? []
      : [{ label, ...readPiece(part + KEY_SIGN + word + KEY_SIGN + text) }]
  })
  const has = (part: Part): boolean => filled.some(one => one.part === part)
  if (!has('street') && !has('address') && !(has('city') && has('house'))) return null
  const used = filled.filter(one => !isSaidBeside(one, filled))
  return { text: used.map(({ text }) => text).join(', '), labels: used.map(({ label }) => label) }
}
