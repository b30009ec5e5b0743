import { expect, test } from 'bun:test'
import { formatName } from '#shared/identity/names/display-name.ts'
import { hasCheckDigit, readMrz } from '#shared/identity/names/mrz.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { readNameText } from '#shared/identity/records/name-texts.ts'

const digitOf = (text: string): string => [...'0123456789'].find(digit => hasCheckDigit(text, digit)) ?? ''
const checked = (text: string): string => text + digitOf(text)
const filled = (text: string, length: number): string => text.padEnd(length, '<')

/** The second line of a passport book of so many signs. */
const bookLine = (
  number: string,
  birth: string,
  sex: string,
  expires: string,
  optional: string,
  chars = 44
) => {
  const head = `${checked(filled(number, 9))}RUS${checked(birth)}${sex}${expires === '' ? '<<<<<<<' : checked(expires)}`
  const rest = chars === 44 ? checked(filled(optional, 14)) : filled(optional, 7)
  const line = head + rest
  return line + digitOf(line.slice(0, 10) + line.slice(13, 20) + line.slice(21))
}

const TD3 = [
  filled('P<RUSPRIMEROV<<ILYA<ZAKHAROVICH', 44),
  bookLine('000000001', '810314', 'M', '310314', '')
]
const TD2 = [filled('I<UTOPRIMEROVA<<ANNA<MARIA', 36), bookLine('A00000001', '810314', 'F', '310314', '', 36)]
const cardLines = () => {
  const first = filled(`I<UTO${checked(filled('X00000001', 9))}`, 30)
  const second = filled(`${checked('810314')}F${checked('310314')}UTO`, 29)
  const composite = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18)
  return [first, second + digitOf(composite), filled('PRIMEROVA<TESTOVA<<ANNA', 30)]
}

test('the specimen of the standard has its check digits', () => {
  expect(hasCheckDigit('L898902C3', '6')).toBe(true)
  expect(hasCheckDigit('740812', '2')).toBe(true)
  expect(hasCheckDigit('L898902C4', '6')).toBe(false)
})

test.each(['\n', ' ', ''])('a passport book is read, its lines joined by %j', glue => {
  expect(readMrz(TD3.join(glue))).toMatchObject({
    document: 'P',
    issuer: 'RUS',
    name: { surname: 'primerov', given: 'ilya', patronymic: 'zakharovich', labelled: true },
    number: '000000001',
    birthDate: '1981-03-14',
    expires: '2031-03-14',
    gender: 'male',
    faults: []
  })
})

test('cards of two and of three lines are read', () => {
  expect(readMrz(TD2.join('\n'))).toMatchObject({
    name: { surname: 'primerova', given: 'anna-maria' },
    number: 'A00000001',
    birthDate: '1981-03-14',
    faults: []
  })
  expect(readMrz(cardLines().join('\n'))).toMatchObject({
    document: 'I',
    name: { surname: 'primerova-testova', given: 'anna' },
    number: 'X00000001',
    gender: 'female',
    expires: '2031-03-14',
    faults: []
  })
})

test('a Russian internal passport is read in Cyrillic, with its whole number', () => {
  const lines = [
    filled('PNRUSPRIMEROV<<IL98<ANDREEVI3', 44),
    bookLine('000611222', '810314', 'M', '', '3010412000001')
  ]
  expect(readMrz(lines.join('\n'))).toMatchObject({
    document: 'PN',
    name: { surname: 'примеров', given: 'илья', patronymic: 'андреевич' },
    number: '0003611222',
    faults: []
  })
})

test('a wrong digit is a fault of its field', () => {
  const [first = '', second = ''] = TD3
  const wrong = second.replace('000000001', '000000002')
  expect(readMrz(`${first}\n${wrong}`)?.faults).toEqual(['number', 'composite'])
})

test('the line with the name is enough, also in a cell and in a line', () => {
  const line = 'P<RUSRUDOMETKIN<<ILYA<<<<<<<<<<<<<<<<<<'
  expect(readMrz(line)?.name).toMatchObject({ surname: 'rudometkin', given: 'ilya' })
  expect(parseName(line).map(formatName)).toEqual(['Rudometkin Ilya'])
  expect(readNameText(line).names.map(formatName)).toEqual(['Rudometkin Ilya'])
})

test('the field of the name is enough', () => {
  expect(readMrz('PETROV<VODKIN<<PETR<PETROVICH<<<')).toMatchObject({
    document: '',
    name: { surname: 'petrov-vodkin', given: 'petr', patronymic: 'petrovich' }
  })
})

test('nothing else is a machine-readable zone', () => {
  for (const text of [
    '',
    '<<',
    'Иванов << Иван',
    'a<<b',
    '<<<<<<<<',
    'P<<',
    'http://<<',
    'A<<B',
    'P<RUSPRIMEROV'
  ])
    expect([text, readMrz(text)]).toEqual([text, null])
})
