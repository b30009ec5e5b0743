import { openWorkerPool, runInline, type WorkerPool } from '#api/processes/worker-pool.ts'
import {
  type Chunk,
  type ChunkSetup,
  type ChunkTask,
  createChunkMaker,
  type UnknownColumns
} from './chunk.ts'

type ChunkPool = WorkerPool<ChunkTask, Chunk | UnknownColumns>

const THREAD = new URL('./chunk-thread.ts', import.meta.url)
/** A slower thread is stuck. */
const DEADLINE_MS = 10 * 60_000

export function openChunkPool(setup: ChunkSetup, threads: number): ChunkPool {
  if (threads === 0) return runInline(createChunkMaker, setup)
  return openWorkerPool({ script: THREAD, setup, count: threads, deadlineMs: DEADLINE_MS })
}
