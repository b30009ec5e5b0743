import type { LinkedValue } from '#shared/contracts/admin/suppressions.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { isOrganisationNumber } from '#shared/identity/records/roles.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import { dayText } from '#shared/texts/day.ts'

/** A record and whom of it the look-up is about. */
export interface StatedPerson {
  id: string
  source: string
  /** Those that may be shown. */
  fields: Record<string, string>
  attributes: RecordAttributes
}

/**
 * Each value once, with how many records state it. `key` is the form of an entry. Numbers of organisations are nobody's.
 *
 * @param isSurelyOf Whether a record is proved to be of whoever was looked up.
 */
export function valuesOf(
  people: readonly StatedPerson[],
  isSurelyOf: (person: StatedPerson) => boolean
): (LinkedValue & { key: string })[] {
  const values = new Map<string, LinkedValue & { key: string }>()
  const add = (
    { source, isSure }: { source: string; isSure: boolean },
    kind: string,
    value: string,
    key: string,
    shown: string
  ) => {
    const name = `${kind}:${key}`
    const earlier = values.get(name)
    if (earlier) {
      earlier.records += 1
      earlier.is_sure ||= isSure
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
      sources: [source],
      is_sure: isSure
    })
  }
  for (const person of people) {
    const { attributes, source } = person
    const from = { source, isSure: isSurelyOf(person) }
    for (const kind of IDENTIFIER_KINDS) {
      const { core, format } = kindReaderOf(kind)
      for (const value of attributes.identifiers[kind])
        if (!isPlaceholder(value) && !isOrganisationNumber(kind, value))
          add(from, kind, value, core?.(value) ?? value, format?.(value) ?? value)
    }
    const [name, ...others] = attributes.names
    const [date, ...dates] = attributes.birthDates.filter(({ day }) => day !== undefined)
    if (!name || !date || others.length + dates.length > 0 || !isWritten(name)) continue
    const words = [name.surname, name.given, name.patronymic].filter(Boolean).join(' ')
    const text = `${words} ${isoDate(date)}`
    const shown = words.replace(/(^|[\s-])\p{L}/gu, letter => letter.toUpperCase())
    add(from, 'name_dob', text, text.replaceAll('ё', 'е'), `${shown}, ${dayText(isoDate(date))}`)
  }
  return [...values.values()]
}

/** A name with an initial is many people's, and no value of the list. */
const isWritten = ({ surname = '', given = '' }: RecordAttributes['names'][number]): boolean =>
  surname.length > 1 && given.length > 1
