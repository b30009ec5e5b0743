import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { READING_REMARKS, remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const CHECKSUM = 'контрольное число не сходится'
const FILLER = 'заглушка не ищется: 0000000000'

describe('what is told beside the readings', () => {
  test.each([
    ['001204175339, 0000000000, 7707083893', [FILLER]],
    ['001204175339; 0000000000; 7707083893', [FILLER]],
    ['0000000000 +79732041740', [FILLER]],
    ['i@example.com +79732041740 0000000000', [FILLER]],
    ['Примеров Илья 0000000000 +79732041740', [FILLER]],
    ['Примеров Илья 0000000000', [FILLER]],
    ['0000000000 Примеров Илья', [FILLER]],
    ['Примеров Илья тел. 0000000000', [FILLER]],
    ['Примеров Илья +7 999 999-99-99', ['заглушка не ищется: +7 999 999-99-99']],
    ['Примеров Илья СНИЛС 000-000-000 00', ['заглушка не ищется: 000-000-000 00']],
    ['+79732041740 0000000000 1111111111', ['заглушка не ищется: 0000000000, 1111111111']],
    ['001204175338', [CHECKSUM]],
    ['001204175338 +79732041740', [CHECKSUM]],
    ['001204175338; 7707083893', [CHECKSUM]],
    ['Примеров Илья; Образцов Пётр 001204175338', [CHECKSUM]],
    ['0000000000 001204175338', [CHECKSUM, FILLER]]
  ])('of «%s» is %j', (line, remarks) => expect(remarksOfReadings(parseQuery(line))).toEqual(remarks))

  test.each(['9732041740', 'Примеров Илья 9732041740', '+79732041740 001204175339', '4503 204175'])(
    'is nothing of «%s», whose surest readings are right',
    line => expect(remarksOfReadings(parseQuery(line))).toEqual([])
  )

  test('beside a name leaves the name alone', () => {
    for (const line of ['Примеров Илья 0000000000', 'Примеров Илья тел. 0000000000'])
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'full_name', value: 'Примеров Илья' })
  })

  test('is every remark, and no other note of a less likely reading', () => {
    const [first] = parseQuery('Примеров')
    if (!first) throw new Error('A name has no reading')
    const notes = Object.values(READING_NOTES)
    const told = remarksOfReadings([first, ...notes.map(note => ({ ...first, note }))])
    expect(told).toEqual(Object.values(READING_REMARKS))
  })
})
