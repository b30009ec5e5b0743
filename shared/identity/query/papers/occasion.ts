import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { isFieldWord, isQuestionWord } from '#shared/identity/query/common-words.ts'
import { obliqueReadings } from '#shared/identity/query/oblique-readings.ts'
import { beginsWith, isSurnameFirst, recognizeName } from '#shared/identity/query/recognize-name.ts'
import { notSearchedNote } from '#shared/identity/query/remarks.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { isPaper, isParticiple, isPreposition } from './papers.ts'

const wholeWord = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'i')
const REQUEST = wholeWord(
  'прошу|просим|просьба|необходимо|требуется|предоставить|предоставьте|сообщить|сообщите|уточнить|уточните|запросить|' +
    'отношении|относительно|касательно|насч[её]т|поводу'
)
const TITLE = wholeWord(
  'гр|гр-н[ау]?|гр-ном|гр-к[аиеу]|г-н[ау]?|г-ном|г-ж[аеиу]|г-жой|гражданин(?:а|у|ом)?|гражданк(?:а|и|е|у|ой)'
)

/** Without the signs around it. */
const bare = (words: string): string => words.replace(/^[«"(]+|[?!.,:;»")–—-]+$/g, '')

type Role = 'paper' | 'request' | 'beside' | 'other'

/** What a word is in «договор с», «в отношении»; `beside` are words that say nothing by themselves. */
const roleOf = memoize((written: string): Role => {
  const word = bare(written.toLowerCase())
  if (isPreposition(word) || TITLE.test(word) || word === '') return 'beside'
  if (REQUEST.test(word)) return 'request'
  if (isPaper(word) || isParticiple(word)) return 'paper'
  return isQuestionWord(word) ? 'beside' : 'other'
})

const NAME_LEFT = 0.65

/** «Петров Паспорт Иван»: a name without words of a form, which no name has as a half; the note names those that ask for nothing. */
export function withoutFieldWords(text: string): { rest: string; note: string | undefined } {
  const words = text.split(' ')
  const labels = words.filter(isFieldWord)
  if (labels.length === 0) return { rest: text, note: undefined }
  const rest = words.filter(word => !labels.includes(word)).join(' ')
  const { confidence, unknownWords } = recognizeName(rest)
  // «Иванов Иван Почта России» has an organisation.
  return confidence >= NAME_LEFT && unknownWords.length === 0
    ? { rest, note: notSearchedNote(labels.filter(word => !isQuestionWord(word))) }
    : { rest: text, note: undefined }
}

/**
 * A name without the occasion on which it is asked for: «договор с Ивановым Иваном», «прошу проверить Иванова Ивана».
 * No record of a person has such words, so they must not count as what it lacks; the note names a paper. A text in which
 * no name follows stays, and so do places, organisations and all other words.
 */
export function withoutOccasion(text: string): { rest: string; note: string | undefined } {
  const words = text.split(' ')
  const roles = words.map(roleOf)
  const from = roles.indexOf('other')
  const leading = roles.slice(0, Math.max(from, 0))
  if (!leading.includes('paper') && !leading.includes('request')) return { rest: text, note: undefined }
  const isBehindPreposition = roles[from - 1] === 'beside'
  const isDone = words.slice(0, from).some(word => isParticiple(bare(word.toLowerCase())))
  const isSurname = leading.join() === 'paper' && isSurnameFirst(words)
  const isSomebody =
    beginsWithPerson(words.slice(from), isBehindPreposition) || (isDone && isUsualSurname(words.slice(from)))
  if (isSurname || !isSomebody) return { rest: text, note: undefined }
  const paper = words.slice(leading.indexOf('paper'), leading.lastIndexOf('paper') + 1).join(' ')
  return {
    rest: words.slice(from).join(' '),
    note: paper === '' ? undefined : notSearchedNote([bare(paper)])
  }
}

const CAPITAL = /^\p{Lu}/u

/** «принят Мирзоев» */
const isUsualSurname = ([surname = '', ...behind]: readonly string[]): boolean =>
  behind.length === 0 && CAPITAL.test(surname) && classifyNameWord(surname.toLowerCase()).likeness === 2

const SURE_BEHIND_PAPER = 0.75

/** A given name and more of a name; behind a preposition a surname may be missing, or stand alone in an oblique case. */
function beginsWithPerson(words: readonly string[], isBehindPreposition: boolean): boolean {
  const [lone = ''] = words
  if (words.length === 1)
    return isBehindPreposition && obliqueReadings(lone, lone, recognizeName(lone)) !== null
  return beginsWith(words, name => {
    const text = name.replace(/[,;]+$/, '')
    const evidence = recognizeName(text)
    if (obliqueReadings(text, text, evidence)) return true
    const [best] = evidence.names
    return (
      evidence.confidence >= SURE_BEHIND_PAPER &&
      !!best?.given &&
      (best.surname !== undefined || isBehindPreposition)
    )
  })
}
