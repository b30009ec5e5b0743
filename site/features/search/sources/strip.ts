/**
 * How a source stands to a value or a reason: `part` agrees and says less, `none` answered and says nothing of it,
 * `fail` did not answer, `unseen` has records, or may have, of which the answer shows none, `ref` is spoken of in a
 * reason and neither agrees nor contradicts.
 */
export type CellState = 'yes' | 'part' | 'no' | 'none' | 'fail' | 'unseen' | 'ref'

/** A source with its place in the answer, from 1. */
export interface SourcePlace {
  key: string
  number: number
  title: string
  /** `unseen` has records, or may have, of which the answer shows none. */
  state: 'records' | 'unseen' | 'empty' | 'failed'
}

export interface StripCell {
  number: number
  state: CellState
}

export interface StripView {
  cells: StripCell[]
  /** «подтверждают источники 1, 2; частично 4; расходится 3; молчит 5». */
  label: string
}

type States = ReadonlyMap<string, CellState>

/** Every source of an answer in its place, as it stands to one value. */
export function stripOf(places: readonly SourcePlace[], states: States): StripView {
  const cells = cellsOf(places, states)
  return { cells, label: labelOf(cells, 'подтверждает источник', 'подтверждают источники') }
}

/** Every source in its place: those with records of somebody, and those without. */
export function recordsStripOf(places: readonly SourcePlace[], keys: Iterable<string>): StripView {
  const cells = cellsOf(places, new Map([...keys].map(key => [key, 'yes'] as const)))
  return { cells, label: labelOf(cells, 'записи в источнике', 'записи в источниках') }
}

/** Only the sources that are spoken of, in the order of the answer. */
export function reasonStripOf(places: readonly SourcePlace[], states: States): StripView {
  const cells = cellsOf(
    places.filter(({ key }) => states.has(key)),
    states
  )
  return { cells, label: labelOf(cells, 'подтверждает источник', 'подтверждают источники') }
}

/** What a source shows that says nothing of a value. */
const UNSPOKEN = { records: 'none', empty: 'none', unseen: 'unseen', failed: 'fail' } as const

const cellsOf = (places: readonly SourcePlace[], states: States): StripCell[] =>
  places.map(({ key, number, state }) => ({
    number,
    state: states.get(key) ?? UNSPOKEN[state]
  }))

function labelOf(cells: StripCell[], one: string, several: string): string {
  const words: [CellState, string, string][] = [
    ['yes', one, several],
    ['part', 'частично', 'частично'],
    ['no', 'расходится', 'расходятся'],
    ['ref', 'источник', 'источники'],
    ['none', 'молчит', 'молчат'],
    ['unseen', 'могут быть непоказанные записи в источнике', 'могут быть непоказанные записи в источниках'],
    ['fail', 'не ответил', 'не ответили']
  ]
  return words
    .flatMap(([state, single, plural]) => {
      const numbers = cells.filter(cell => cell.state === state).map(({ number }) => number)
      return numbers.length === 0 ? [] : `${numbers.length > 1 ? plural : single} ${numbers.join(', ')}`
    })
    .join('; ')
}
