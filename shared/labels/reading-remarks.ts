import type { Reading } from '#shared/contracts/reading.ts'

/** Notes on parts of a line that are not searched, or not as they seem: a person must see them beside the readings. */
export const READING_REMARKS = {
  age: 'возраст не ищется, нужен год рождения',
  eventDate: 'не дата рождения, ищется только словами в тексте записей',
  paper: 'номер документа ищется как слова',
  rowNumber: 'номер строки не ищется',
  extension: 'добавочный номер не ищется',
  kpp: 'КПП не ищется',
  number: 'не телефон и не номер документа, ищется как слова',
  placeholder: 'заглушка вместо номера, ищется как слова',
  list: 'список: больше трёх',
  /** Followed by the number. */
  unsearched: 'заглушка не ищется',
  /** Followed by the words. */
  notSearched: 'не ищется',
  /** Behind the label of a number that has more or fewer digits. */
  otherLength: 'длина не та, ищется как другой номер',
  /** Followed by the number or the address. */
  letters: 'буквы прочтены как цифры, ищется',
  blanks: 'пробелы в адресе убраны, ищется',
  zeros: 'нули в начале добавлены, ищется',
  /** Followed by the date. */
  unreadableDate: 'дата не читается',
  /** Behind the date, before what is searched. */
  tooOld: 'не учтена: возраст больше 120 лет',
  inFuture: 'не учтена: она в будущем'
} as const

/** Words that every remark has and no other note: with them a page need not carry the texts. */
const REMARK = /ищется|не читается|не учтена|^список/
/** A wrong check digit, or one digit less: said with the number. */
const WRONG_NUMBER = /сходится|хватает/

/** The remarks among the notes of readings, each once. A wrong number is named only by the surest reading of its words. */
export function remarksOfReadings(readings: readonly Reading[]): string[] {
  const all = readings.flatMap((reading): Reading[] => [...(reading.parts ?? []), reading])
  const notes = all.flatMap(({ note = '', terms, label, value, parts }, at) =>
    note.split('; ').map(each => {
      if (REMARK.test(each)) return each
      const isSurest = !parts && all.findIndex(one => `${one.terms}` === `${terms}`) === at
      return isSurest && WRONG_NUMBER.test(each) ? `${label} ${value}: ${each}` : ''
    })
  )
  return [...new Set(notes)].filter(Boolean)
}
