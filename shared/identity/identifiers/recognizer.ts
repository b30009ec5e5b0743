/** A form that tells the kind of a text whatever its column is called. */
interface Shape {
  form: RegExp
  /** `normalize` where it is left out. */
  read?(text: string): string | null
}

/** What the values of a column show by themselves. */
interface ColumnSign {
  holds(text: string): boolean
  /** The share of the values that tells the column; `NEVER_ALONE` for what fits the kind under its header only. */
  enough: number
}

/** Of values that may be of many kinds: ten bare digits. */
export const NEVER_ALONE = 2

/** What reads, checks and shows the values of one kind of identifier. The facts of the kind stand in the table. */
export interface Recognizer {
  /** The normal form of a text that is one value with its label and separators; null when it is none. */
  normalize(text: string): string | null
  /** The same of a cell in a column of the kind, which a spreadsheet may have spoilt. */
  normalizeCell?(text: string): string | null
  /** Whether a value in normal form can have been issued. */
  isValid(normal: string): boolean
  /** As it is shown; by the mask of the table where it is left out. */
  format?(normal: string): string
  /** Whether the summary shows it; all where it is left out. */
  isShown?(normal: string): boolean
  /** What is said of a valid value that is odd: a code of `READING_NOTES`. */
  remark?(normal: string): 'region' | 'notIssued' | 'vinMaker' | undefined
  /** Whether a valid value is hardly one of the kind. */
  isDoubtful?(normal: string): boolean
  /** The same value without the end that may be left out. */
  shorter?(normal: string): string
  /** The part of a value that every way to write it has. */
  core?(normal: string): string
  /** The values are words of letters and digits, and stand so in a plain text. */
  isWord?: true
  /** The runs of digits as which a plain text may hold the value; its own where it is left out. */
  runs?(normal: string): string[]
  /** How others write a value, beside its normal form. */
  writtenForms?(normal: string): string[]

  /**
   * Words before or behind a value in a line, apart by `;`. `*` stands for an ending of up to four letters; a blank for a
   * blank, a dot or a slash, so abbreviations are without them; a word of two letters has both small or both large.
   */
  labels: string
  /** Headers of its columns, as a person would write them. */
  headers: readonly string[]
  /** How a value begins the text behind its label. */
  behindLabel: RegExp
  /** A label and, as its first group, a value in running text. With the flag `g`. */
  inText?: RegExp
  /** The first shape that matches decides. */
  shapes: readonly Shape[]
  /** The lower the rank, the surer; `isAlone` tells a column whatever its header says. */
  column?: { signs: readonly ColumnSign[]; rank: number; isAlone?: true }
  /** A run of digits, however separated, that may be a value in running text: for suppression, rather one too many. */
  run?: { form: RegExp; digitsMax: number }
  /** Places in running text that may hold a value with letters, for suppression. With the flag `g`. */
  place?: { mayHold: RegExp; form: RegExp }
}

/** Reads only what holds in a check beside the form. */
export const ifValid =
  ({ normalize, isValid }: Pick<Recognizer, 'normalize' | 'isValid'>) =>
  (text: string): string | null => {
    const value = normalize(text)
    return value !== null && isValid(value) ? value : null
  }
