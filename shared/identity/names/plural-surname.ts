const FAMILIES: readonly [surname: RegExp, family: string][] = [
  [/([аеёиоуыэюя].*(?:ов|ев|ёв|ин|ын))а?$/i, '$1ых'],
  [/(ск|цк)(?:ий|ая)$/i, '$1их'],
  [/([ыи]х)$/i, '$1']
]

/** «Ивановых», «Достоевских»; null when the ending does not show the declension. */
export function pluralSurname(surname: string): string | null {
  const [ending, family] = FAMILIES.find(([pattern]) => pattern.test(surname)) ?? []
  return ending && family ? surname.replace(ending, family) : null
}
