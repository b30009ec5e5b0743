interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Makes one call of what many ask in the same turn of the event loop: a statement in Postgres costs five times as much
 * as another row of it. Nothing is remembered, so every answer is younger than its question. A call that fails
 * fails for all who wait for it.
 *
 * @param askAll Answers every question, in their order.
 */
export function oncePerTurn<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []

  async function ask(): Promise<void> {
    const asked = waiting
    waiting = []
    try {
      const answers = await askAll(asked.map(({ question }) => question))
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return question =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(ask)
    })
}
