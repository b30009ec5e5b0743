/** A form that shows the kind whatever the header says. */
interface Shape {
  form: RegExp
  /** Defaults to `normalize`. */
  read?(text: string): string | null
}

interface ColumnSign {
  holds(text: string): boolean
  /** Share of values that decides; `NEVER_ALONE` when the header is needed too. */
  enough: number
}

/** For values that fit many kinds: ten bare digits. */
export const NEVER_ALONE = 2

/** Reads, checks and formats values of one kind of identifier. */
export interface KindReader {
  /** Normal form of a text that is one value with its label and separators; null for any other text. */
  normalize(text: string): string | null
  /** Reads a cell of such a column, which a spreadsheet may have spoilt. */
  normalizeCell?(text: string): string | null
  /** Whether a value in normal form can have been issued. */
  isValid(normal: string): boolean
  /** Defaults to the mask of the table. */
  format?(normal: string): string
  /** Whether the summary shows the value; defaults to all. */
  isShown?(normal: string): boolean
  remark?(normal: string): 'region' | 'notIssued' | 'vinMaker' | undefined
  isDoubtful?(normal: string): boolean
  /** The value without its optional end. */
  shorter?(normal: string): string
  /** The part that every spelling of the value has. */
  core?(normal: string): string
  /** Values mix letters and digits, and stand like that in plain text. */
  isWord?: true
  /** Runs of digits that stand for the value in plain text; defaults to its own. */
  runs?(normal: string): string[]
  writtenForms?(normal: string): string[]

  /**
   * Words before or after a value in a line, split by `;`. `*` is an ending of up to four letters; a space matches
   * space, dot or slash; the case of two-letter words counts.
   */
  labels: string
  /** Headers of its columns, as people write them. */
  headers: readonly string[]
  /** Start of the value after its label. */
  behindLabel: RegExp
  /** A label and, as its first group, a value in running text. Flag `g`. */
  inText?: RegExp
  /** Digits that such a text has at least; defaults to eight, those of the shortest foreign phone. */
  inTextDigitsMin?: number
  shapes: readonly Shape[]
  /** A lower rank is surer; `isAlone` decides whatever the header says. */
  column?: { signs: readonly ColumnSign[]; rank: number; isAlone?: true }
  /** Digits in running text that may be a value. Suppression prefers a false match to a miss. */
  run?: { form: RegExp; digitsMax: number }
  /** Places in running text that may hold a value with letters, for suppression. Flag `g`. */
  place?: { mayHold: RegExp; form: RegExp }
}

/** Keeps only values that pass the check. */
export const ifValid =
  ({ normalize, isValid }: Pick<KindReader, 'normalize' | 'isValid'>) =>
  (text: string): string | null => {
    const value = normalize(text)
    return value !== null && isValid(value) ? value : null
  }
