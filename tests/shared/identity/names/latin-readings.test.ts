import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { otherPhoneticKeys } from '#shared/identity/names/latin-readings.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'

/** A word in Cyrillic, then as other languages write it. */
const WORDS = `
Жуков Joukov Schukow
Курочкин Kourotchkine
Щербаков Chtcherbakov Schtscherbakow
Чайковский Tchaïkovski Tschaikowsky
Хрущёв Khrouchtchev Chruschtschow
Горбачёв Gorbatchev Gorbatschow
Шишкин Chichkine Schischkin
Пушкин Pouchkine Puschkin
Путилин Poutiline
Солженицын Soljenitsyne
Ходорковский Chodorkowski
Шрёдер Schröder Schroeder
Щипёрский Szczypiorski
Жедовский Rzedowski
Тшебятовский Trzebiatowski
Гасанов Həsənov
Хусейнзадеев Hüseynzadəyev
Ахмедзадеев Əhmədzadəyev
Вугар Vüqar
Эльшан Elşən
Джаббаров Cabbarov
Бабаджанов Babajanov
Ямагути Yamaguchi
Кэндзи Kenji
Петрович Petrovic
Петренковский Петренківський
`
const rows = WORDS.trim()
  .split('\n')
  .map(row => row.split(' '))
const pairs = rows.flatMap(([cyrillic = '', ...latin]) => latin.map(word => [cyrillic, word] as const))

const surname = (word: string) => ({ surname: word.toLowerCase(), written: word, labelled: true })

test.each(pairs)('%s is %s', (cyrillic, latin) => {
  expect([phoneticKey(latin), ...otherPhoneticKeys(latin)]).toContain(phoneticKey(cyrillic))
  expect(compareNames(surname(cyrillic), surname(latin)).agrees.surname).toMatch(
    /^(?:transliteration|spelling)$/
  )
})

test.each([
  ['Жуков Юрий', 'Joukov Iouri'],
  ['Жуков Юрий', 'Schukow Juri'],
  ['Курочкин Геннадий', 'Kourotchkine Guennadi'],
  ['Щербаков Евгений', 'Chtcherbakov Evgueni'],
  ['Щербаков Евгений Сергеевич', 'Chtcherbakov Evgueni Sergueïevitch'],
  ['Ахмедзадеев Вугар', 'Əhmədzadəyev Vüqar'],
  ['Хусейнзадеев Эльшан', 'Hüseynzadəyev Elşən']
])('a line finds the record in the other letters: %s, %s', (one, other) => {
  expect(findStep(one, { ФИО: other })).not.toBeNull()
  expect(findStep(other, { ФИО: one })).not.toBeNull()
})

test('a Cyrillic word and a usual Latin spelling have no further key', () => {
  const usual =
    'Zhukov Shcherbakov Ivanova Petrenko Dostoevsky Khrushchev Gorbachev Sergeev Yakovlev Tsvetkov'
  for (const word of [...usual.split(' '), ...rows.map(([cyrillic = '']) => cyrillic)])
    expect([word, otherPhoneticKeys(word)]).toEqual([word, []])
})

test('further keys are few, and none is the own one', () => {
  const letters = fc.constantFrom(
    ...'schwtjouäöüəğışçęąxqrzgineivk'.split(''),
    'sch',
    'tch',
    'ou',
    'rz',
    'cz',
    'ə'
  )
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 14 }), word => {
      const keys = otherPhoneticKeys(word.join(''))
      expect(keys.length).toBeLessThanOrEqual(6)
      expect(keys).not.toContain(phoneticKey(word.join('')))
    }),
    { seed: 34, numRuns: 2_000 }
  )
})
