import { serveTasks } from '#api/lib/worker-pool.ts'
import { createChunkMaker } from './chunk.ts'

serveTasks(createChunkMaker)
