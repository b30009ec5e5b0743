import { serveTasks } from '#api/processes/worker-task.ts'
import { type ChunkSetup, createChunkMaker } from './chunk.ts'

serveTasks(async (setup: ChunkSetup) => ({ run: await createChunkMaker(setup) }))
