import { setPriority } from 'node:os'
import type { SQL } from 'bun'
import { serverBeside } from '#api/engines/index.ts'

/** Nice value: gets what a server leaves over. */
const BEHIND_THE_SERVER = 10

/** Lets a running server go first: people wait for it and nobody waits for a load. Threads started later inherit it. */
export async function stepBack(owner: SQL): Promise<void> {
  if (await serverBeside(owner)) setPriority(BEHIND_THE_SERVER)
}
