import { serveTasks } from '#api/processes/worker-task.ts'

/** What the threads of a test share: how many were opened, are opening now, and were opening at most. */
export interface ThreadSetup {
  counts: Int32Array
  /** How long each opens, in the order of their starts; the last for all others. */
  opensInMs: number[]
}

export const COUNTS = { started: 0, opening: 1, together: 2 }

if (!Bun.isMainThread)
  serveTasks(async ({ counts, opensInMs }: ThreadSetup) => {
    const number = Atomics.add(counts, COUNTS.started, 1)
    const opening = Atomics.add(counts, COUNTS.opening, 1) + 1
    if (opening > Atomics.load(counts, COUNTS.together)) Atomics.store(counts, COUNTS.together, opening)
    await Bun.sleep(opensInMs[number] ?? opensInMs.at(-1) ?? 0)
    Atomics.sub(counts, COUNTS.opening, 1)
    return { run: (_: string) => ({ result: number, transfer: [] }) }
  })
