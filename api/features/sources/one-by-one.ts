import { OperatorError } from '#api/lib/operator-error.ts'

/**
 * Goes through sources one after the other: what an operator has to put right of one keeps none of the others waiting.
 *
 * @throws OperatorError The first of them, at the end.
 */
export async function oneByOne<S>(sources: Iterable<S>, work: (source: S) => Promise<void>): Promise<void> {
  let first: OperatorError | null = null
  for (const source of sources)
    try {
      await work(source)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      first ??= error
    }
  if (first) throw first
}
