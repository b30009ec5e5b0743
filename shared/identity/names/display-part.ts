import { memoize } from '#shared/identity/text/memoize.ts'
import { isChildWord } from './child-words.ts'

const capital = (word: string): string =>
  word
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-')

/** Capitalizes a part of a name: «Петров-Водкин», «Мамед оглы», «И.». */
export const formatNamePart = (part: string): string =>
  part.length === 1 ? `${part.toUpperCase()}.` : formatNameWords(part)

const formatNameWords = memoize((part: string): string =>
  part
    .split(' ')
    .map(word => (isChildWord(word) ? word : capital(word)))
    .join(' ')
)
