import { describe, expect, test } from 'bun:test'
import { NO_IDENTIFIERS } from '#shared/identity/identifiers/kinds.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Attributes } from '#shared/identity/records/types.ts'

const NOTHING: Attributes = {
  names: [],
  birthDates: [],
  identifiers: NO_IDENTIFIERS,
  addresses: [],
  workplaces: [],
  words: [],
  numbers: []
}
const named = (name: Partial<PersonName>): Attributes => ({
  ...NOTHING,
  names: [{ labelled: true, written: '', ...name }]
})
const keysOf = (name: Partial<PersonName>) => recordKeys(named(name)).sort()

describe('record keys', () => {
  test('are these for a full record', () => {
    const attributes = readAttributes(
      {
        'Номер записи': '07-90000001',
        Фамилия: 'Примеров',
        Имя: 'Илья',
        Отчество: 'Андреевич',
        'Дата рождения': '14.03.1981',
        Телефон: '+7 973 204-17-40',
        'E-mail': 'I.Primerov@example.com',
        Паспорт: '00 00 204175',
        СНИЛС: '204-777-153 66',
        ИНН: '001204175339',
        Госномер: 'А417ВС00',
        VIN: '0DMPA4B26KP204175',
        Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
      },
      {}
    )
    expect(recordKeys(attributes).sort()).toEqual(
      [
        '3:andrei+s ila primerov',
        '2:ila primerov',
        'i:primerov i',
        'i:primerov i a',
        't:primerov',
        't:ila',
        't:andrei+s',
        '2d:ila primerov 1981-03-14',
        'd:1981-03-14',
        'y:1981',
        'phone:79732041740',
        'email:i.primerov@example.com',
        'passport:0000204175',
        'snils:20477715366',
        'inn:001204175339',
        'plate:А417ВС00',
        'plate:А417ВС',
        'vin:0DMPA4B26KP204175',
        'w:07',
        'w:90000001',
        'w:примерск',
        'w:образцовая',
        'w:7',
        'w:41'
      ].sort()
    )
    expect(surnameKey(attributes)).toBe('s:primerov m')
  })

  test('tell a name without a patronymic and one with initials from a whole one', () => {
    expect(keysOf({ surname: 'примеров', given: 'илья' })).toEqual([
      '2:ila primerov',
      'i:primerov i',
      'n:primerov i',
      'o:ila primerov',
      't:ila',
      't:primerov'
    ])
    expect(keysOf({ surname: 'примеров', given: 'и', patronymic: 'а' })).toEqual([
      'i:primerov i',
      'i:primerov i a',
      'j:primerov i a',
      'k:primerov i',
      't:primerov'
    ])
    expect(keysOf({ surname: 'примеров', given: 'и' })).toEqual([
      'i:primerov i',
      'j:primerov i',
      'n:primerov i',
      't:primerov'
    ])
    expect(keysOf({ given: 'илья', patronymic: 'андреевич' })).toEqual([
      '2:andrei+s ila',
      't:andrei+s',
      't:ila'
    ])
    expect(keysOf({ surname: 'примеров' })).toEqual(['t:primerov'])
  })

  test('are the same whatever the roles, the script, the gender form and the short form', () => {
    const pair = (name: Partial<PersonName>) => keysOf(name).filter(key => key.startsWith('2:'))
    const usual = pair({ surname: 'примеров', given: 'дмитрий' })
    expect(pair({ surname: 'дмитрий', given: 'примеров' })).toEqual(usual)
    expect(pair({ surname: 'primerov', given: 'dmitriy' })).toEqual(usual)
    expect(pair({ surname: 'примерова', given: 'дима' })).toEqual(usual)
    expect(pair({ surname: 'примеров', given: 'саша' })).toEqual([
      '2:aleksandr primerov',
      '2:aleksandra primerov'
    ])
  })

  test('give each half of a double surname its own composites', () => {
    const keys = keysOf({ surname: 'иванова-петрова', given: 'мария' })
    for (const key of [
      '2:ivanovpetrov mara',
      '2:ivanov mara',
      '2:mara petrov',
      't:ivanov',
      't:petrov',
      't:ivanovpetrov',
      'i:petrov m'
    ])
      expect(keys).toContain(key)
    expect(surnameKey(named({ surname: 'иванова-петрова' }))).toBe('s:ivanovpetrov f')
  })

  test('know a year when the day is unknown', () => {
    const attributes = {
      ...named({ surname: 'примеров', given: 'илья' }),
      birthDates: [{ year: 1981 }, { year: 1982, month: 5 }]
    }
    expect(
      recordKeys(attributes)
        .filter(key => /^(?:d|y|u|2d):/.test(key))
        .sort()
    ).toEqual(['u:1981', 'u:1982'])
  })

  test('are never made of placeholders', () => {
    const attributes: Attributes = {
      ...NOTHING,
      identifiers: {
        ...NO_IDENTIFIERS,
        phone: ['70000000000'.slice(1), '00000000000'],
        inn: ['0000000000', '111111111111'],
        snils: ['00000000000'],
        passport: ['1234567890']
      }
    }
    expect(recordKeys(attributes)).toEqual([])
    const texts = { Статус: 'неизвестно', Код: '00', Прочее: 'null', Заметка: '— неизвестно, 00; null' }
    expect(recordKeys(readAttributes(texts, {}))).toEqual([])
    expect(recordKeys(NOTHING)).toEqual([])
    expect(surnameKey(NOTHING)).toBeNull()
  })

  test('hold at most 64 words, long numbers first, each key once', () => {
    const words = Array.from(
      { length: 100 },
      (_, at) => `слово${'абвгдежзик'.charAt(at % 10)}${'абвгдежзик'.charAt(Math.floor(at / 10))}`
    )
    const keys = recordKeys({ ...NOTHING, words: [...words, '9000000142'] })
    expect(keys.length).toBe(64)
    expect(keys).toContain('w:9000000142')
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('mark a plate without its region', () => {
    expect(recordKeys({ ...NOTHING, identifiers: { ...NO_IDENTIFIERS, plate: ['А417ВС'] } })).toEqual([
      'plate:А417ВС',
      'r:А417ВС'
    ])
  })
})
