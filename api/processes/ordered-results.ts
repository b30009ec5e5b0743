/** At most `ahead` results are unread, so that a slow consumer does not fill the memory. */
export async function* orderedResults<Task, Result>(
  tasks: Generator<Task> | AsyncGenerator<Task>,
  ahead: number,
  run: (task: Task) => Promise<Result>
): AsyncGenerator<{ task: Task; result: Result }> {
  const queue: { task: Task; result: Promise<Result> }[] = []
  let failure: { error: unknown } | undefined
  let isEnded = false
  while (!isEnded || queue.length > 0) {
    if (!isEnded && queue.length < ahead) {
      try {
        const next = await tasks.next()
        if (next.done) isEnded = true
        else {
          const result = run(next.value)
          result.catch(() => {})
          queue.push({ task: next.value, result })
        }
      } catch (error) {
        failure = { error }
        isEnded = true
      }
      continue
    }
    const first = queue.shift()
    if (first) yield { task: first.task, result: await first.result }
  }
  if (failure) throw failure.error
}
