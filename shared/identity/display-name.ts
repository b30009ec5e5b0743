import { remembered } from './fold.ts'
import { prepareName } from './prepared-name.ts'
import type { PersonName } from './types.ts'

const capital = (word: string): string =>
  word
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-')

const CHILD_WORD = /^(?:оглы|оглу|кызы|кизи|гызы|улы|ogly|oglu|kyzy)$/u

/** A part of a name, or a word of it, with capitals where they belong: «Петров-Водкин», «Мамед оглы», «И.». */
export const showPart = remembered((part: string): string => {
  const text = part
    .split(' ')
    .map(word => (CHILD_WORD.test(word) ? word : capital(word)))
    .join(' ')
  return part.length === 1 ? `${text}.` : text
})

/** «Иванов Иван Иванович», «Иванов И. И.»: the parts in the Russian order with capitals where they belong. */
export const showName = ({ surname, given, patronymic, written }: PersonName): string => {
  let shown = ''
  for (const part of [surname, given, patronymic])
    if (part !== undefined) shown += shown === '' ? showPart(part) : ` ${showPart(part)}`
  return shown || written
}

/** Higher is better to show: whole parts first, then Cyrillic, then ё. */
const worth = (name: PersonName): number => {
  const prepared = prepareName(name)
  const parts = [prepared.surname, prepared.given, prepared.patronymic].filter(part => part !== undefined)
  const whole = parts.filter(part => !part.initial).length
  const cyrillic = parts.every(part => part.cyrillic)
  const formal = prepared.given?.known !== 'short'
  const written = [name.surname, name.given, name.patronymic].join(' ')
  return (
    whole * 100 +
    parts.length * 10 +
    (cyrillic ? 150 : 0) +
    (formal ? 20 : 0) +
    (written.includes('ё') ? 5 : 0)
  )
}

/** The name to show of several of one person: Cyrillic, complete, with ё; between equals the most frequent. */
export const bestName = (names: readonly PersonName[]): PersonName | null => {
  if (names.length < 2) return names[0] ?? null
  const counts = new Map<string, number>()
  for (const name of names) counts.set(prepareName(name).key, (counts.get(prepareName(name).key) ?? 0) + 1)
  let best: PersonName | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const name of names) {
    const value = worth(name) + Math.min(counts.get(prepareName(name).key) ?? 0, 9) * 0.4
    if (value > most) {
      best = name
      most = value
    }
  }
  return best
}
