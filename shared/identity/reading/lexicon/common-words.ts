import type { NameParts } from '#shared/identity/names/assign-name-parts.ts'
import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import {
  isDocument,
  isHardlySurname,
  isParticiple,
  isPreposition
} from '#shared/identity/reading/lexicon/documents.ts'

/** Beside a name these are labels without a value. */
const LONE_LABELS: ReadonlySet<string> = new Set(
  (
    'адрес почта email e-mail факс паспорт документ инн снилс огрн огрнип кпп vin дата рождения телефон номер тел моб ' +
    'мобильный сотовый прописка должность профессия образование гражданство организация полис серия контакты данные ' +
    'в/у в/б з/п т/с а/м водительское удостоверение военный билет загранпаспорт осаго каско омс'
  ).split(' ')
)
/** Words of headings, addresses and roles, never part of a name. */
const HEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'адреса паспорта документы город улица дом квартира рождение год года лет ' +
    'контрагент контрагента ранее бывший бывшая примечание комментарий прописан прописана выдан выдана ' +
    'урожденная урождённая девичестве брака прежняя ' +
    'выданы выдано личности предмет нет место статус роль источник удостоверение семейное положение код ' +
    'госномер контактный ' +
    'розыск розыске должник директор истец истица ответчик ответчица взыскатель'
  ).split(' ')
)

/** Words that say nothing about the person: «чей», «номер». */
const QUESTION_WORDS = new Set(
  (
    'чей чья чьё чье чьи чьего кто кого кому кем что чего где куда откуда когда как какой какая какие сколько почему зачем ' +
    'мой моя мои твой ваш наш свой этот эта это эти тот такой такая который которая его её ее их ' +
    'номер номера телефон телефона контакт контакты данные информация фио имя имени фамилия отчество ' +
    'найти найди найдите искать ищу поиск пробить пробей проверить проверь проверка проверку дело набрано узнать покажи показать скажи ' +
    'человек человека люди лицо владелец принадлежит зарегистрирован работает живёт живет ' +
    'нужен нужна нужно нужны можно есть или для про все всё вся весь пожалуйста привет здравствуйте спасибо'
  ).split(' ')
)
/** Also surnames: «Тот Иван Петрович». */
const SURNAMES = new Set('тот мой свой наш ваш такой какой весь лицо люди человек кем есть поиск'.split(' '))
/** Surnames only beside given name and patronymic. */
const FAMILY = new Set('муж жена отец мать дочь сестра супруг супруга мама папа'.split(' '))
/** Roles and posts that may be surnames, as documents may. */
const ROLE_OR_FORM = new Set(
  'опекун брат сын регистрация менеджер инженер бухгалтер юрист программист начальник сотрудник охранник кассир курьер'.split(
    ' '
  )
)
const isSometimesSurname = (word: string): boolean =>
  isHardlySurname(word) || ROLE_OR_FORM.has(word) || FAMILY.has(word)

/** «Жалоба Иван Петрович» is a surname, «жалоба Иван Петрович» and «Жалоба на Ивана» are not. */
function isSurnameIn(text: string, word: string, { surname, given, patronymic }: NameParts): boolean {
  if (surname !== word || !isSometimesSurname(word)) return false
  if (FAMILY.has(word) && patronymic === undefined) return false
  const words = text.split(/[\s,;]+/)
  if (given === undefined && words.length > 1) return false
  const at = words.findIndex(written => written.toLowerCase() === word)
  return /^\p{Lu}/u.test(words[at] ?? '') && !isPreposition(words[at + 1] ?? '')
}

export const hasCommonWord = (text: string, words: readonly string[], name: NameParts): boolean =>
  words.some(word => isCommonWord(word) && !isSurnameIn(text, word, name))

export const isCommonWord = (word: string): boolean =>
  (QUESTION_WORDS.has(word) && !SURNAMES.has(word)) ||
  HEADING_WORDS.has(word) ||
  LONE_LABELS.has(word) ||
  isParticiple(word) ||
  isSometimesSurname(word)

const CAPITAL = /^\p{Lu}/u
const GAP = /[^\p{L}\p{M}’'ʼ`-]+/u

/** «Примеров Илья Андреевич менеджер» or «Примеров Илья женат»; an unknown capitalised word stays. */
export function hasForeignPart(
  text: string,
  words: readonly string[],
  { surname = '', patronymic = '' }: NameParts
): boolean {
  const halves = surname.includes('-') ? surname.split('-') : []
  const doubtful = words.filter(word =>
    word === patronymic ? isBareWord(word) : word !== surname && halves.includes(word)
  )
  if (doubtful.length === 0) return false
  const written = text.split(GAP).filter(word => word.length > 1)
  return doubtful.some(
    word =>
      isPreposition(word) || isDocument(word) || isParticiple(word) || isSmallBesideCapitals(word, written)
  )
}

function isBareWord(word: string): boolean {
  const { patronymic, patronymicEnding, given } = classifyNameWord(word)
  return patronymic === 0 && !patronymicEnding && given === null
}

function isSmallBesideCapitals(word: string, written: readonly string[]): boolean {
  const isWord = (other: string) => other.toLowerCase() === word
  const others = written.filter(other => !isWord(other))
  const [typed = ''] = written.filter(isWord)
  return others.length > 0 && others.every(other => CAPITAL.test(other)) && !CAPITAL.test(typed)
}
