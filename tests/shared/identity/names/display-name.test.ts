import { describe, expect, test } from 'bun:test'
import { formatName } from '#shared/identity/names/display-name.ts'

const shown = (surname: string, given: string, patronymic: string): string =>
  formatName({ surname, given, patronymic, labelled: true, written: '' })

describe('showName', () => {
  test('writes each part with its capitals and a point behind a letter', () => {
    expect(shown('примеров-образцов', 'илья', 'а')).toBe('Примеров-Образцов Илья А.')
    expect(shown('алиев', 'мамед', 'ага оглы')).toBe('Алиев Мамед Ага оглы')
  })

  test('shows a Latin letter beside a Cyrillic surname as it was written', () => {
    expect(shown('примеров', 'a', 'b')).toBe('Примеров A. B.')
  })
})
