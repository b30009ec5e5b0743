import { OperatorError } from '#api/lib/operator-error.ts'

/** One source's problem does not delay the others. @throws OperatorError The first one, at the end. */
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
