import type { ReasonPart, ReasonTone } from '#shared/contracts/match.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import { IDENTIFIER_NOUNS } from '#shared/texts/holders.ts'

/** A part of the query in a row: whether somebody has it, has another, or says nothing of it. */
export interface Mark {
  tone: ReasonTone
  text: string
}

/** What a part is called in a row. */
const PARTS: Record<ReasonPart, string> = {
  name: 'имя',
  birth_date: 'дата',
  name_and_birth_date: 'имя и дата',
  ...IDENTIFIER_NOUNS,
  address: 'адрес',
  text: 'слова'
}

const NAMES: Record<string, string> = {
  full_name: 'ФИО',
  surname: 'фамилия',
  given_name: 'имя',
  patronymic: 'отчество',
  initials: 'инициалы',
  initial: 'инициал'
}

/** «same_surname_and_given_name_and_birth_year» → «фамилия, имя», «год». */
const SAME = /^same_([a-z_]+?)(?:_and_birth_(date|year))?$/

/** The parts of the query one by one, as somebody stands to them; an entry in a list of losses alone confirms nobody. */
export function marksOf({ query_reasons }: Pick<PersonCard, 'query_reasons'>, isOnlyLoss = false): Mark[] {
  const marks: Mark[] = []
  const agreed = new Set<string>()
  for (const { tone, part, code, text } of query_reasons) {
    if (tone === 'contradict') marks.push({ tone, text: text.replace(' рождения', '') })
    // How a name is written agrees with nothing that was asked.
    if (tone !== 'agree' || code === 'latin_spelling') continue
    for (const each of part.split('_and_')) agreed.add(each)
    const [, names = '', date] = SAME.exec(code) ?? []
    if (names in NAMES || names.includes('name')) marks.push({ tone, text: nameText(names) })
    else if (code === `same_${part}`) marks.push({ tone, text: PARTS[part] })
    else if (!date && !names.startsWith('birth')) marks.push({ tone, text })
    if (date || names.startsWith('birth'))
      marks.push({ tone, text: (date ?? names).includes('year') ? 'год' : 'дата' })
  }
  for (const { tone, part } of query_reasons)
    if (tone === 'missing' && !agreed.has(part)) marks.push({ tone, text: PARTS[part] })
  if (isOnlyLoss) marks.push({ tone: 'missing', text: 'только список потерь' })
  return [...new Map(marks.map(mark => [mark.text, mark])).values()]
}

const nameText = (names: string): string =>
  names
    .replace('surname_given_name_and_initial', 'surname_and_given_name_and_initial')
    .split('_and_')
    .map(name => NAMES[name] ?? name)
    .join(', ')
