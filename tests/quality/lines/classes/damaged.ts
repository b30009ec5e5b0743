import { everydayLatin, passportLatin } from '#api/db/seed/latin.ts'
import { mistype } from '#api/db/seed/noise.ts'
import { type CorpusLine, type Grammar, pickWeighted } from '../corpus-line.ts'

const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"

/** Typed with the other keyboard layout on. */
const otherLayout = (text: string) =>
  text.toLowerCase().replace(/[а-яё]/g, letter => LATIN_KEYS.charAt(CYRILLIC_KEYS.indexOf(letter)) || letter)

export const layout: Grammar = ({ surname, givenName, patronymic }, random) => {
  const value = random.chance(0.6) ? `${surname} ${givenName} ${patronymic}` : `${surname} ${givenName}`
  return { text: otherLayout(value), parts: [{ kind: 'full_name', value }] }
}

export const latin: Grammar = ({ surname, givenName, patronymic }, random) => {
  const spell = random.chance(0.5) ? everydayLatin : passportLatin
  const value = [surname, givenName, patronymic]
    .slice(0, random.chance(0.5) ? 3 : 2)
    .map(spell)
    .join(' ')
  return { text: random.chance(0.2) ? value.toUpperCase() : value, parts: [{ kind: 'full_name', value }] }
}

const LOOK_ALIKE: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  А: 'A',
  О: 'O',
  С: 'C'
}

/** Typing errors, scans, copies out of other programs. */
export const damaged: Grammar = (person, random) => {
  const { surname, givenName, patronymic, phone, passport } = person
  const value = `${surname} ${givenName} ${patronymic}`
  return pickWeighted<() => CorpusLine>(random, [
    [
      30,
      () => {
        const mistyped = `${mistype(surname, random)} ${givenName} ${patronymic}`
        return { text: mistyped, parts: [{ kind: 'full_name', value: mistyped }] }
      }
    ],
    [
      15,
      () => ({
        text: value.replace(/[аеорсхАОС]/g, letter =>
          random.chance(0.5) ? (LOOK_ALIKE[letter] ?? letter) : letter
        ),
        parts: [{ kind: 'full_name', value }]
      })
    ],
    [12, () => ({ text: `${surname}${givenName}${patronymic}`, parts: [{ kind: 'full_name', value }] })],
    [8, () => ({ text: value.replaceAll(' ', '_'), parts: [{ kind: 'full_name', value }] })],
    [
      8,
      () => ({
        text: `\u202a${surname}\u200b ${givenName}\u00a0${patronymic}\u202c`,
        parts: [{ kind: 'full_name', value }]
      })
    ],
    [
      7,
      () => ({
        text: `${value} ${random.pick(['✅', '!!!', '???', '🙏', ',,', ')'])}`,
        parts: [{ kind: 'full_name', value }]
      })
    ],
    [
      10,
      () => ({
        text: `+7(${phone.slice(1, 4)})${phone.slice(4, 7)}-${phone.slice(7, 9)}-${phone.slice(9)}`.replaceAll(
          '0',
          'О'
        ),
        parts: [{ kind: 'phone', value: phone }]
      })
    ],
    [
      10,
      () => ({
        text: `паспорт ${passport.slice(0, 4)} ${passport.slice(4)}`
          .replace(/0(?=\d)/, 'О')
          .replace(/1(?=\d)/, 'l'),
        parts: [{ kind: 'passport', value: passport }]
      })
    ]
  ])()
}
