import { formatNamePart } from './display-part.ts'
import { type PreparedPart, prepareName } from './prepared-name.ts'
import { tokenizeName } from './tokenize-name.ts'
import { NAME_PARTS, type PersonName } from './types.ts'

/** An initial keeps its script. */
const shownPart = (part: string | undefined, prepared: PreparedPart | undefined): string | [] =>
  part === undefined ? [] : prepared && part.length > 1 ? prepared.displayed : formatNamePart(part)

const HALVES = /[\s-]+/

/** Joins the words of a part as the written name does; parses add hyphens. */
const asJoined = (part: string, written: readonly string[]): string => {
  const [first = '', ...others] = part.split(HALVES)
  let joined = first
  let last = first
  for (const word of others) {
    const isHyphened = written.some(token => `-${token}-`.includes(`-${last}-${word}-`))
    joined += `${isHyphened ? '-' : ' '}${word}`
    last = word
  }
  return joined
}

/** Words in the order of the written name; null when it lacks one. */
const asOrdered = (parts: readonly string[], written: readonly string[]): string | null => {
  const words = parts.flatMap(part => part.split(HALVES))
  const shown: string[] = []
  for (const token of written) {
    const places = token.split('-').map(word => words.indexOf(word))
    if (places.includes(-1)) continue
    for (const place of places) delete words[place]
    shown.push(formatNamePart(token))
  }
  return words.some(word => word !== undefined) ? null : shown.join(' ')
}

/**
 * Formats a name in Russian order: «Иванов Иван Иванович», «Иванов И. И.». Guessed parts keep the order of the source.
 */
export const formatName = (name: PersonName): string => {
  const prepared = prepareName(name)
  const parts = NAME_PARTS.flatMap(part => name[part] ?? [])
  if (!name.labelled && (prepared.isCompound || prepared.isGuessed)) {
    const written = tokenizeName(name.written)
    const ordered = prepared.isGuessed ? asOrdered(parts, written) : null
    return ordered ?? parts.map(part => formatNamePart(asJoined(part, written))).join(' ')
  }
  const shown = NAME_PARTS.flatMap(part => shownPart(name[part], prepared[part]))
  return shown.join(' ') || name.written
}

/** Higher is better to show: Cyrillic, whole parts, then ё. */
export const displayWorth = (name: PersonName): number => {
  const prepared = prepareName(name)
  const parts = [prepared.surname, prepared.given, prepared.patronymic].filter(part => part !== undefined)
  const whole = parts.filter(part => !part.initial).length
  const cyrillic = parts.every(part => part.cyrillic)
  const formal = prepared.given?.tableForm !== 'short'
  const written = [name.surname, name.given, name.patronymic].join(' ')
  return (
    whole * 100 +
    parts.length * 10 +
    (cyrillic ? 150 : 0) +
    (formal ? 20 : 0) +
    (written.includes('ё') ? 5 : 0)
  )
}
