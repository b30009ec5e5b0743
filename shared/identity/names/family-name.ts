/** Endings that no other word of a name has. */
const FAMILIES: readonly [surname: RegExp, family: string][] = [
  [/([аеёиоуыэюя].*(?:ов|ев|ёв|ин|ын))а?$/i, '$1ых'],
  [/(ск|цк)(?:ий|ая)$/i, '$1их'],
  [/([ыи]х)$/i, '$1']
]

/** «Ивановых», «Достоевских»: all who bear a surname; null of one whose ending does not tell how it declines. */
export function familyName(surname: string): string | null {
  const [ending, family] = FAMILIES.find(([pattern]) => pattern.test(surname)) ?? []
  return ending && family ? surname.replace(ending, family) : null
}
