import { isChildWord } from './child-words.ts'

/** Words that belong to the next one: «аль», «фон», «де», «ибн». */
export const PARTICLES: ReadonlySet<string> = new Set(
  'де да дю дер ден ди дель дос дас дес фон ван цу аль эль ас ибн бин бинт бен ле ла тер мак сан de da du der den di del dos das des von van zu al el ibn bin bint ben le la ter mac mc san'.split(
    ' '
  )
)

/** Includes оглы and кызы: alone they name nobody. */
export const isParticle = (word: string): boolean => PARTICLES.has(word) || isChildWord(word)

/** Words of a part without particles, unless there is nothing else. */
export function ownWordsOf(part: string): string[] {
  const words = part.split(/[\s-]+/).filter(word => word !== '')
  const own = words.filter(word => !isParticle(word))
  return own.length > 0 ? own : words
}
