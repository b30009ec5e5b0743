import { serveTasks } from '#api/lib/worker-task.ts'
import { type ChunkSetup, createChunkMaker } from './chunk.ts'

serveTasks((setup: ChunkSetup) => ({ run: createChunkMaker(setup) }))
