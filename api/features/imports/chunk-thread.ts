import { serveTasks } from '#api/lib/workers.ts'
import { createChunkMaker } from './chunk.ts'

serveTasks(createChunkMaker)
