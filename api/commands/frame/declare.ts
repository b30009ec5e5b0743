import { oneOf, type Reader, wholeNumber } from '#api/lib/config-values.ts'

// Help and refusals must work in a clone where nothing is installed: only Bun's and Node's own modules here.

/** Something that is named on the command line: `--name value`, or a switch. */
export interface Option<T> {
  /** What stands for the value in the help; null for a switch. */
  placeholder: string | null
  about: string
  /** What happens without it, for the help; null when that needs no word. */
  fallback: string | null
  /** Throws an `Error` whose message continues «--name: ». */
  read: Reader<T>
  absent: T
}

/** Something that is told by its place on the command line. */
export interface Argument<T> {
  placeholder: string
  about: string
  required: boolean
  /** Takes all that is left: must be the last. */
  repeated: boolean
  /** Only carries the type of what `run` gets: a text, a text or nothing, or a list. */
  type?: T
}

type ArgumentTable = Record<string, Argument<unknown>>
type OptionTable = Record<string, Option<unknown>>

/** A command line that was understood. */
export interface Call<A = ArgumentTable, O = OptionTable> {
  arguments: { [K in keyof A]: A[K] extends Argument<infer T> ? T : never }
  options: { [K in keyof O]: O[K] extends Option<infer T> ? T : never }
}

export interface Command<A extends ArgumentTable = ArgumentTable, O extends OptionTable = OptionTable> {
  /** Its name in the scripts of package.json. */
  name: string
  /** One sentence that says what it does. */
  summary: string
  /** Paragraphs of further help. */
  details?: string[]
  /** Ways to call it, when arguments and options alone do not say it. */
  usage?: string[]
  arguments: A
  options: O
  /** Pairs of options that cannot be used together. */
  exclusive?: [string, string][]
  /** Command lines, behind `bun run <name>`, with what they do. */
  examples: [line: string, does: string][]
  /** What exit code 1 means, when it is more than a failure. */
  failure?: string
  /** Answers the exit code, 0 when it answers none. Imports what it needs when it runs: help must not load it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without a return must fit
  run(call: Call<A, O>): Promise<number | void>
}

/** Infers the types of `run` from the tables. */
export const declare = <A extends ArgumentTable, O extends OptionTable>(
  command: Command<A, O>
): Command<A, O> => command

const whole = new Intl.NumberFormat('ru-RU')
const spaced = (count: number) => whole.format(count).replaceAll('\u00a0', ' ')

export const required = (placeholder: string, about: string): Argument<string> => ({
  placeholder,
  about,
  required: true,
  repeated: false
})

export const optional = (placeholder: string, about: string): Argument<string | undefined> => ({
  placeholder,
  about,
  required: false,
  repeated: false
})

export const several = (placeholder: string, about: string, least: 0 | 1): Argument<string[]> => ({
  placeholder,
  about,
  required: least > 0,
  repeated: true
})

export const flag = (about: string): Option<boolean> => ({
  placeholder: null,
  about,
  fallback: null,
  read: () => true,
  absent: false
})

export const valued = <T>(placeholder: string, about: string, read: Reader<T>): Option<T | undefined> => ({
  placeholder,
  about,
  fallback: null,
  read,
  absent: undefined
})

export const text = (placeholder: string, about: string) => valued(placeholder, about, value => value)

interface Bounds {
  from: number
  to: number
}

const within = ({ from, to }: Bounds) => `от ${spaced(from)} до ${spaced(to)}`

/** A whole number without a default. */
export const integer = (placeholder: string, about: string, bounds: Bounds) =>
  valued(placeholder, `${about}, ${within(bounds)}`, wholeNumber(bounds.from, bounds.to))

/** A whole number with a default. */
export const integerOr = (
  fallback: number,
  placeholder: string,
  about: string,
  bounds: Bounds
): Option<number> => ({
  ...integer(placeholder, about, bounds),
  read: wholeNumber(bounds.from, bounds.to),
  fallback: spaced(fallback),
  absent: fallback
})

export const choice = <const T extends string>(placeholder: string, about: string, values: T[]) =>
  valued(placeholder, `${about}: ${values.join(', ')}`, oneOf(...values))
