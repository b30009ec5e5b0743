import { startJobs } from '#api/jobs/index.ts'
import type { TestApp } from './start-app.ts'

const TRIES = 100
const PAUSE_MS = 50

/** Runs the jobs until something is so, or throws after five seconds. */
export async function withJobs({ context }: TestApp, isDone: () => Promise<boolean>): Promise<void> {
  const stop = startJobs(context)
  try {
    for (let tries = 0; !(await isDone()); tries += 1) {
      if (tries === TRIES) throw new Error('the jobs did not do it')
      await Bun.sleep(PAUSE_MS)
    }
  } finally {
    await stop()
  }
}
