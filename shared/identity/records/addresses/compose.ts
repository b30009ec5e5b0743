import { memoize } from '#shared/identity/text/memoize.ts'
import type { AddressColumns } from './columns.ts'
import { parseAddress } from './parse.ts'
import { type LabelledPart, PART_OF_WORD } from './words.ts'

type Part = AddressColumns['columns'][number]['part']

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
/** Towns without a told type get no label. */
const UNTOLD_TOWNS = new Set(
  'населенный пункт|населенного пункта|нас пункт|нп|н п|locality|settlement|village'.split('|')
)

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
  /** Lower-case place names without hyphens. */
  places: readonly string[]
  /** One of them is called a town. */
  saysTown: boolean
}

const KEY_SIGN = '\u001f'

/** Cached, because values and headers repeat. */
const readPiece = memoize((key: string): Piece => {
  const [part = 'address', word = '', ...value] = key.split(KEY_SIGN) as [Part, string]
  const text = writtenPart(part, word, value.join(KEY_SIGN))
  const { places, street } = parseAddress(text.toLowerCase().replaceAll('ё', 'е'))
  const own = BEFORE_STREET.has(part) ? [...places, ...street] : places
  return { part, text, places: own, saysTown: saysPart(text, 'city') }
})

const ADJECTIVE = /^\p{L}+(?:ая|ий)$/u

const BEFORE_STREET: ReadonlySet<Part> = new Set<Part>(['region', 'district', 'city'])

interface Filled extends Piece {
  label: string
}

/** «Москва» as region and town is written once. */
const isSaidBeside = ({ label, part, places }: Filled, all: readonly Filled[]): boolean =>
  BEFORE_STREET.has(part) &&
  all.some(other => {
    if (other.label === label) return false
    const isText = other.part === 'street' || other.part === 'address'
    if (isText && other.saysTown) return true
    if (!isText && (other.part !== 'city' || part === 'city')) return false
    return places.length > 0 && places.every(place => other.places.includes(place))
  })

/** Null when the columns name neither a street nor a house of a town. */
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
