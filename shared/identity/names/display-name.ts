import { formatNamePart } from './display-part.ts'
import { type PreparedPart, prepareName } from './prepared-name.ts'
import type { PersonName } from './types.ts'

/** An initial is shown in the script in which it was written. */
const shownPart = (part: string, prepared: PreparedPart | undefined): string =>
  prepared && part.length > 1 ? prepared.displayed : formatNamePart(part)

/** «Иванов Иван Иванович», «Иванов И. И.»: the parts in the Russian order with capitals where they belong. */
export const formatName = (name: PersonName): string => {
  const { surname, given, patronymic, written } = name
  const prepared = prepareName(name)
  let shown = surname === undefined ? '' : shownPart(surname, prepared.surname)
  if (given !== undefined) shown = behind(shown, shownPart(given, prepared.given))
  if (patronymic !== undefined) shown = behind(shown, shownPart(patronymic, prepared.patronymic))
  return shown || written
}

const behind = (shown: string, part: string): string => (shown === '' ? part : `${shown} ${part}`)

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
