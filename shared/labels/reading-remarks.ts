import type { Reading } from '#shared/contracts/reading.ts'

/** Shown beside the readings, because these parts are searched otherwise than they seem. */
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
  unsearched: 'заглушка не ищется',
  notSearched: 'не ищется',
  /** After a label, for another number of digits. */
  otherLength: 'длина не та, ищется как другой номер',
  /** + number or address */
  letters: 'буквы прочтены как цифры, ищется',
  blanks: 'пробелы в адресе убраны, ищется',
  comma: 'запятая в адресе прочтена как точка, ищется',
  zeros: 'нули в начале добавлены, ищется',
  unreadableDate: 'дата не читается',
  tooOld: 'не учтена: возраст больше 120 лет',
  inFuture: 'не учтена: она в будущем'
} as const

/** Words that mark remarks among notes, so that pages need not carry the texts. */
const REMARK = /ищется|не читается|не учтена|^список/
/** Wrong check digit, or one digit missing. */
const WRONG_NUMBER = /сходится|хватает/

/** Remarks of readings, each once; a wrong number only by the surest reading of its words. */
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
