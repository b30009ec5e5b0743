import { oneOf, type Reader, wholeNumber } from '#api/lib/config-values.ts'

// Help and refusals must work before anything is installed: only Bun's and Node's own modules here.

/** `--name value`, or a switch. */
export interface Option<T> {
  placeholder: string | null
  about: string
  /** The default in the help; null to omit it. */
  fallback: string | null
  /** Throws an `Error` whose message continues «--name: ». */
  read: Reader<T>
  absent: T
}

export interface Argument<T> {
  placeholder: string
  about: string
  required: boolean
  /** Takes all remaining arguments: must be the last. */
  repeated: boolean
  /** Only carries the type for `run`: a text, a text or nothing, or a list. */
  type?: T
}

type ArgumentTable = Record<string, Argument<unknown>>
type OptionTable = Record<string, Option<unknown>>

export interface Call<A = ArgumentTable, O = OptionTable> {
  arguments: { [K in keyof A]: A[K] extends Argument<infer T> ? T : never }
  options: { [K in keyof O]: O[K] extends Option<infer T> ? T : never }
}

/** A way of calling a command. What belongs to another way is refused: nobody means it to be passed over. */
export interface Mode {
  /** The option that chooses it; null for the way of a call that names none. */
  by: string | null
  /** Names of the arguments and options that it takes besides `by`. */
  arguments: readonly string[]
  options: readonly string[]
}

export interface Command<A extends ArgumentTable = ArgumentTable, O extends OptionTable = OptionTable> {
  name: string
  summary: string
  details?: string[]
  /** Replaces the usage derived from arguments and options. */
  usage?: string[]
  arguments: A
  options: O
  exclusive?: [string, string][]
  /** Without them every argument goes with every option. */
  modes?: readonly Mode[]
  /** Arguments after `bun run <name>`, with their meaning. */
  examples: [line: string, does: string][]
  /** Meaning of exit code 1, when it is more than a failure. */
  failure?: string
  /** Returns the exit code, by default 0. Imports its dependencies when it runs: help must not load them. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without a return must fit
  run(call: Call<A, O>): Promise<number | void>
}

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

export const integer = (placeholder: string, about: string, bounds: Bounds) =>
  valued(placeholder, `${about}, ${within(bounds)}`, wholeNumber(bounds.from, bounds.to))

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
