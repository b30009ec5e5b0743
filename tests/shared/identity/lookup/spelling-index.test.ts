import { expect, test } from 'bun:test'
import {
  deleteVariants,
  neighbourhoodOf,
  neighbourKeys,
  type Spelling,
  spellingKeys,
  spellingsOf
} from '#shared/identity/lookup/spelling-index.ts'

const word = (spelling: string, form = spelling): Spelling => ({ spelling, form })

test('learns every part of a name with the form that composites are made of', () => {
  const name = { surname: 'петрова-водкина', given: 'фёкла', patronymic: 'петровна' }
  expect(spellingsOf({ ...name, labelled: true, written: '' })).toEqual([
    word('петрова-водкина', 'petrovvodkin'),
    word('петрова', 'petrov'),
    word('водкина', 'vodkin'),
    word('фекла', 'fekla'),
    word('петровна', 'petr+d')
  ])
})

test('learns no initials and no word of two letters', () => {
  const name = { surname: 'ли', given: 'и', patronymic: 'и', labelled: true, written: '' }
  expect(spellingsOf(name)).toEqual([])
})

test('keeps a word under what is left of it without one letter, and under its sound', () => {
  expect(deleteVariants('анна')).toEqual(['анна', 'нна', 'ана', 'анн'])
  expect(spellingKeys('аня')).toEqual(['near:аня', 'near:ня', 'near:ая', 'near:ан', 'sound:ana'])
})

test('asks under a key of every word that is one error away, in either script', () => {
  const kept = new Set(spellingKeys('щукин'))
  const asks = (typed: string) => neighbourKeys(typed).some(key => kept.has(key))
  for (const typed of ['щуки', 'щуикн', 'щубин', 'щуркин', 'shchukn', 'shhcukin', 'shchxkin'])
    expect([typed, asks(typed)]).toEqual([typed, true])
  expect(asks('жуков')).toBe(false)
})

test('takes neighbours alone, those with the same first and last letter before others', () => {
  const { attested: known, forms } = neighbourhoodOf('ивано', [
    word('диано', 'diano'),
    word('иван', 'ivan'),
    word('ивана', 'ivan'),
    word('лвано', 'lvano'),
    word('иваанов', 'ivanov'),
    word('илано', 'ilano')
  ])
  expect(known).toBe(false)
  expect(forms).toEqual(['ilano', 'ivan', 'lvano'])
})

test('asks a bounded number of neighbours and says whether the word itself is known', () => {
  const letters = [...'абвгдежзийклмнопрстуфхцчшщьэюя']
  const many = letters.flatMap(letter => [word(`${letter}ван`), word(`и${letter}ван`), word('иван')])
  const { attested: known, forms } = neighbourhoodOf('иван', many)
  expect(known).toBe(true)
  expect(forms).toHaveLength(40)
})
