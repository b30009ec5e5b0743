import type { LinkedValue } from '#shared/contracts/admin/suppressions.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { recognizerOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'

/** A record and whom of it the look-up is about. */
export interface StatedPerson {
  id: string
  source: string
  attributes: RecordAttributes
}

/** Each value once, with how many records state it. `key` is the form of an entry. */
export function valuesOf(people: readonly StatedPerson[]): (LinkedValue & { key: string })[] {
  const values = new Map<string, LinkedValue & { key: string }>()
  const add = (kind: string, value: string, key: string, shown: string, source: string) => {
    const name = `${kind}:${key}`
    const earlier = values.get(name)
    if (earlier) {
      earlier.records += 1
      if (!earlier.sources.includes(source)) earlier.sources.push(source)
      return
    }
    values.set(name, {
      kind,
      kind_label: suppressionKindLabel(kind),
      value,
      key,
      shown,
      records: 1,
      sources: [source]
    })
  }
  for (const { attributes, source } of people) {
    for (const kind of IDENTIFIER_KINDS) {
      const { core, format } = recognizerOf(kind)
      for (const value of attributes.identifiers[kind])
        if (!isPlaceholder(value)) add(kind, value, core?.(value) ?? value, format?.(value) ?? value, source)
    }
    const [name, ...others] = attributes.names
    const [date, ...dates] = attributes.birthDates.filter(({ day }) => day !== undefined)
    if (!name || !date || others.length + dates.length > 0 || !name.surname || !name.given) continue
    const words = [name.surname, name.given, name.patronymic].filter(Boolean).join(' ')
    const text = `${words} ${isoDate(date)}`
    add(
      'name_dob',
      text,
      text.replaceAll('ё', 'е'),
      words.replace(/(^|[\s-])\p{L}/gu, letter => letter.toUpperCase()),
      source
    )
  }
  return [...values.values()]
}
