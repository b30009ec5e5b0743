import { isChildWord } from './child-words.ts'

/** Words that belong to the word behind them: «аль», «фон», «де», «ибн». */
export const PARTICLES: ReadonlySet<string> = new Set(
  'де да дю дер ден ди дель дос дас дес фон ван цу аль эль ас ибн бин бинт бен ле ла тер мак сан de da du der den di del dos das des von van zu al el ibn bin bint ben le la ter mac mc san'.split(
    ' '
  )
)

/** True for a particle and for оглы or кызы: alone it names nobody, and it is no half of a double name. */
export const isParticle = (word: string): boolean => PARTICLES.has(word) || isChildWord(word)

/** The words of a part of a name in lower case, whatever joins them, without particles; all of them where nothing else is left. */
export function ownWordsOf(part: string): string[] {
  const words = part.split(/[\s-]+/).filter(word => word !== '')
  const own = words.filter(word => !isParticle(word))
  return own.length > 0 ? own : words
}
