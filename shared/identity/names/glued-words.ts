import { classifyNameWord, isGivenOrPatronymic } from './name-word.ts'
import { PARTICLES } from './particles.ts'

const MAY_BE_GLUED = /[a-zа-яёіїєґәөүұқғңһ][A-ZА-ЯЁІЇЄҐӘӨҮҰҚҒҢ]/
const GLUED_WORD = /(?<!\p{L})\p{Lu}\p{Ll}+\p{Lu}[\p{L}.]*/gu
const BETWEEN = /(?<=\p{Ll})(?=\p{Lu})/u
const OWN_CAPITALS = new Set(['mc', 'mac', 'fitz', 'мак', 'фитц', ...PARTICLES])

export const mayBeGlued = (text: string): boolean => MAY_BE_GLUED.test(text)

/** Splits glued names by their capitals: «РудометкинИльяАндреевич». «McDonald» and «ТехноПарк» stay. */
export function splitGluedWords(text: string): string {
  if (!mayBeGlued(text)) return text
  return text.replace(GLUED_WORD, glued => {
    const words = glued.split(BETWEEN)
    const lower = words.map(word => word.toLowerCase())
    if (lower.some(word => OWN_CAPITALS.has(word))) return glued
    return lower.some(isOfName) ? words.join(' ') : glued
  })
}

const isOfName = (word: string): boolean => {
  const traits = classifyNameWord(word)
  return isGivenOrPatronymic(traits) || traits.likeness === 2
}
