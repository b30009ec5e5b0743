import type { Person } from '#api/db/seed/people.ts'
import type { Random } from '#api/db/seed/random.ts'
import { type CorpusLine, type Grammar, pickWeighted } from '../corpus-line.ts'
import { wholeName } from './names.ts'
import { born, phoneOf } from './values.ts'

/** A template: `{…}` is the value, all other words are loose. */
function fill(
  template: string,
  slots: Record<string, readonly [text: string, part: CorpusLine['parts'][number]]>
) {
  const parts: CorpusLine['parts'][number][] = []
  const loose = template.replace(/\{\w+\}/g, ' ')
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slots[name]
    if (!slot) throw new Error(`no slot ${name}`)
    parts.push(slot[1])
    return slot[0]
  })
  return { text, parts, loose }
}

const ABOUT_NAME = [
  'найти {name}',
  'проверьте пожалуйста {name}',
  'проверить {name} срочно',
  'кто такой {name}?',
  'нужна информация: {name}',
  'прошу проверить: {name}',
  'Добрый день! Проверьте {name}, спасибо',
  'клиент {name}',
  'Клиент {name} просит перерасчёт',
  'Заявку подал(а) {name}, перезвонить завтра',
  '{name} должник по кредиту',
  '{name} - мошенник?',
  'гр. {name}',
  'гражданин {name}',
  'менеджер {name} уволен',
  'Акт подписан, {name}, главный бухгалтер',
  'водитель {name}, рейс отменён',
  'досье на: {name}',
  'здравствуйте, что известно про человека {name}',
  'дата звонка вчера, {name}, не берёт трубку'
] as const

const ABOUT_NAME_AND_DATE = [
  'найти {name} {date}',
  'проверьте {name}, {date}, спасибо',
  'прошу проверить: {name}, дата рождения {date}',
  'клиент {name}, родился {date}',
  '{name} ({date}) подал заявку'
] as const

const ABOUT_SURNAME = [
  'Главбух {surname} подписала акт',
  'Звонила {surname}, просила перезвонить',
  'Заявка от {surname} закрыта',
  'менеджер {surname} на связи',
  'Бухгалтер {surname} уволилась'
] as const

const ABOUT_PHONE = [
  'чей номер {phone}',
  'кто звонил с {phone}?',
  'пробить {phone}',
  'найти владельца {phone}',
  'звонили с номера {phone}, сбросили',
  'чей это телефон {phone}'
] as const

const nameSlot = (person: Person, random: Random) => {
  const { surname, givenName, patronymic } = person
  const whole = `${surname} ${givenName} ${patronymic}`
  const [text, value] = pickWeighted<readonly [string, string]>(random, [
    [40, [whole, whole]],
    [25, wholeName({ ...person }, random)],
    [20, [`${givenName} ${surname}`, `${surname} ${givenName}`]],
    [15, [`${surname} ${givenName}`, `${surname} ${givenName}`]]
  ])
  return [text, { kind: 'full_name', value }] as const
}

/** «подписала» is said of a woman. */
const woman = (person: Person, other: Person): Person => (person.female || !other.female ? person : other)

export const phrase: Grammar = (person, random, other) =>
  pickWeighted<() => CorpusLine>(random, [
    [50, () => fill(random.pick(ABOUT_NAME), { name: nameSlot(person, random) })],
    [
      18,
      () =>
        fill(random.pick(ABOUT_NAME_AND_DATE), { name: nameSlot(person, random), date: born(person, random) })
    ],
    [
      12,
      () =>
        fill(random.pick(ABOUT_SURNAME), {
          surname: [woman(person, other).surname, { kind: 'full_name', value: woman(person, other).surname }]
        })
    ],
    [20, () => fill(random.pick(ABOUT_PHONE), { phone: phoneOf(person, random) })]
  ])()
