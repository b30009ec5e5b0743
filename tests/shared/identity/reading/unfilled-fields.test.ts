import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

const NAME = 'Примеров Илья Андреевич'
const LABELS = (
  'адрес;адрес регистрации;адрес места жительства;почтовый адрес;прописан;проживает по адресу;место рождения;место работы;' +
  'паспортные данные;национальность;семейное положение;организация;примечание;должность;работа;статус;гражданство;пол;' +
  'телефон;тел.;моб.;мобильный телефон;рабочий телефон;номер телефона;факс;whatsapp;e-mail;почта;эл. почта;эл. адрес;' +
  'адрес электронной почты;паспорт;паспорт РФ;серия и номер паспорта;документ;ИНН;СНИЛС;ОГРНИП;КПП;VIN;госномер;гос. номер;' +
  'водительское удостоверение;полис ОМС;дата рождения;год рождения;д.р.;ДР;кем выдан;дата выдачи;код подразделения;номер дела;' +
  'муж;мать;супруга;брат;опекун;должник;ответчик;владелец;генеральный директор;контактное лицо;гражданин;страховой номер;' +
  'дети;сайт;telegram;вк;компания;автомобиль;прежняя фамилия;регион;индекс;контакты'
).split(';')
const SIGNS = [': ', ':', ' : ', ' - ', ' – ', ' — ', '=', ' = ', ' ', '. ', '.: ']
const EMPTY =
  'нет;-;—;н/д;отсутствует;не указано;не указан;не указана;нет данных;неизвестно;б/н;пусто;НЕТ;null'.split(
    ';'
  )
const PLACES: ((field: string) => string)[] = [
  field => `${NAME}, ${field}`,
  field => `${NAME} ${field}`,
  field => `${field}, ${NAME}`,
  field => `${NAME}, ${field}, 14.03.1981`
]
const TRIED = 3_000

/** A slice of all 46,000 combinations. */
test('leave no word behind, whatever label, sign and word for nothing they are written with', () => {
  const random = seededRandom(13)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const wrong: string[] = []
  for (let tried = 0; tried < TRIED; tried++) {
    const label = pick(LABELS)
    const written = random(2) === 0 ? label : label.charAt(0).toUpperCase() + label.slice(1)
    const line = pick(PLACES)(`${written}${pick(SIGNS)}${pick(EMPTY)}`)
    const readings = parseQuery(line)
    const [best] = readings
    const parts = (best?.parts ?? [best]).map(part => part?.value).filter(value => value !== '1981-03-14')
    if (parts.join() !== NAME || remarksOfReadings(readings).length > 0) wrong.push(`${line} → ${parts}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['телефон:', NAME],
  ['адрес =', NAME],
  ['сайт:', NAME]
])('«%s» without anything behind it is no part of %s', (field, name) =>
  expect(parseQuery(`${name}, ${field}`)[0]?.value).toBe(name)
)

test.each(['муж', 'должник'])('«%s» without a sign is a word that is searched', word =>
  expect(parseQuery(`${NAME} ${word}`)[0]?.parts?.map(({ value }) => value)).toContain(word)
)
