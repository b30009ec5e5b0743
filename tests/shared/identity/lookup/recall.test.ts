import { expect, test } from 'bun:test'
import { everydayLatin, passportLatin } from '#api/db/seed/latin.ts'
import { makePeople } from '#api/db/seed/people.ts'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { findStep } from './find-step.ts'

const COLUMNS = {
  ФИО: 'full_name',
  Фамилия: 'last_name',
  Имя: 'first_name',
  Отчество: 'middle_name'
} as const

type Spoken = { surname: string; given: string; patronymic: string }

/** Ways to type a name, and the share of people that each must find. */
const WAYS: Record<string, [number, (name: Spoken) => string]> = {
  'surname first': [1, ({ surname, given, patronymic }) => `${surname} ${given} ${patronymic}`],
  'surname last': [1, ({ surname, given, patronymic }) => `${given} ${patronymic} ${surname}`],
  'two words': [1, ({ surname, given }) => `${given} ${surname}`.toLowerCase()],
  'initials behind': [
    1,
    ({ surname, given, patronymic }) => `${surname} ${given[0]}.${patronymic[0]}.`.toUpperCase()
  ],
  'initials before': [1, ({ surname, given, patronymic }) => `${given[0]}. ${patronymic[0]}. ${surname}`],
  'surname alone': [1, ({ surname }) => surname],
  'without ё': [1, ({ surname, given }) => `${surname} ${given}`.replaceAll('ё', 'е').replaceAll('Ё', 'Е')],
  'wrong layout': [0.98, ({ surname, given }) => toLatinLayout(`${surname} ${given}`)],
  'look-alike letters': [
    0.98,
    ({ surname, given }) => `${surname} ${given}`.replaceAll('о', 'o').replaceAll('а', 'a')
  ],
  'Latin as in a passport': [
    0.98,
    ({ surname, given }) => `${passportLatin(surname)} ${passportLatin(given)}`
  ],
  'everyday Latin': [0.98, ({ surname, given }) => `${everydayLatin(given)} ${everydayLatin(surname)}`]
}

test('finds people in labelled and in written records by every way to type their names', () => {
  const people: Spoken[] = []
  for (const { person } of makePeople(200, 5)) {
    if (person.patronymic)
      people.push({ surname: person.surname, given: person.givenName, patronymic: person.patronymic })
  }
  expect(people.length).toBeGreaterThan(150)
  for (const [way, [share, type]] of Object.entries(WAYS)) {
    const missed = people.flatMap(name => {
      const { surname, given, patronymic } = name
      const records: Record<string, string>[] = [
        { Фамилия: surname, Имя: given, Отчество: patronymic },
        { ФИО: `${given} ${patronymic} ${surname}` },
        { ФИО: `${surname} ${given} ${patronymic}`.toUpperCase() }
      ]
      return records.filter(record => findStep(type(name), record, COLUMNS) === null).map(() => type(name))
    })
    expect([way, missed.length / (people.length * 3) <= 1 - share || missed]).toEqual([way, true])
  }
})
