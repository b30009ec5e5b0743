import { NAME_PAIR_ROWS } from './name-pairs-table.ts'

/** STRONG: one person's name; MEDIUM: may be; WEAK: two people. */
export type Truth = 'STRONG' | 'MEDIUM' | 'WEAK'

export interface NamePair {
  kind: string
  left: string
  right: string
  truth: Truth
}

const readPairs = (): NamePair[] => {
  let kind = ''
  return NAME_PAIR_ROWS.trim()
    .split('\n')
    .flatMap(line => {
      if (line.startsWith('#')) {
        kind = line.slice(2)
        return []
      }
      const [left = '', right = '', truth = ''] = line.split('|').map(part => part.trim())
      return [{ kind, left, right, truth: truth as Truth }]
    })
}

/** The labelled pairs of names. */
export const NAME_PAIRS: NamePair[] = readPairs()
