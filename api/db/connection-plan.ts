export interface ConnectionPlan {
  app: number
  owner: number
  /** Each for one search statement at a time. */
  search: number
}

/** Shared by threads: more would wait for the processor. */
const SEARCH_IN_PROCESS = 16
const SEARCH_IN_THREAD = { least: 2, most: 8 }
/** One marks the embedded server as used, one pings. */
const WATCH_CONNECTIONS = 2
/** Per process for an uploaded file; a job has one more as sign of life. */
export const TASK_CONNECTIONS = { job: 4, preview: 1 }
/** Concurrent previews, and slow ones beside them. */
export const PREVIEWS_AT_ONCE = { quick: 2, slow: 4 }
const PREVIEWS = PREVIEWS_AT_ONCE.quick + PREVIEWS_AT_ONCE.slow
/** A server runs one job at a time. */
const TASKS = TASK_CONNECTIONS.job + 1 + PREVIEWS * TASK_CONNECTIONS.preview
const PROCESSES = 3
/** For commands, the owner and the superuser reserve. */
const RESERVE = 23

function searchConnections(threads: number): number {
  const share = Math.ceil(SEARCH_IN_PROCESS / Math.max(1, threads))
  return Math.max(SEARCH_IN_THREAD.least, Math.min(SEARCH_IN_THREAD.most, share))
}

export const webPlan = (searchThreads: number): ConnectionPlan => ({
  app: 12,
  owner: 4,
  search: searchThreads === 0 ? searchConnections(0) : 1
})

export const searchPlan = (searchThreads: number): ConnectionPlan => ({
  app: 2,
  owner: 1,
  search: searchConnections(searchThreads)
})

const sum = ({ app, owner, search }: ConnectionPlan) => app + owner + search + WATCH_CONNECTIONS

export const processConnections = (searchThreads: number): number =>
  sum(webPlan(searchThreads)) + searchThreads * sum(searchPlan(searchThreads)) + TASKS

export const serverConnections = (searchThreads: number): number =>
  PROCESSES * processConnections(searchThreads) + RESERVE
