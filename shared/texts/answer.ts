import { counted, type Forms, formatCount, plural } from './counts.ts'

const SOURCES: Forms = ['источник', 'источника', 'источников']
const OF_SOURCES: Forms = ['источника', 'источников', 'источников']

/** «Ответили все 3 источника», «Ответил 1 из 14 источников»; one source needs no number. */
export function answeringText(answered: number, all: number): string {
  if (all === 1) return answered === 1 ? 'Источник ответил' : 'Источник не ответил'
  if (answered === all) return `Ответили все ${counted(all, SOURCES)}`
  const verb = plural(answered, ['Ответил', 'Ответили', 'Ответили'])
  return `${verb} ${formatCount(answered)} из ${counted(all, OF_SOURCES)}`
}
