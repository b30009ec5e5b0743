export interface ConnectionPlan {
  app: number
  owner: number
  /** Dedicated connections, each for one search statement at a time. */
  search: number
}

/** For all threads of a process together: more statements would only wait for the processor. */
const SEARCH_IN_PROCESS = 16
const SEARCH_IN_THREAD = { least: 2, most: 8 }
/** Each thread holds one that marks the embedded server as in use, and one that asks whether it answers. */
const WATCH_CONNECTIONS = 2
/** Connections of each process that a server starts for an uploaded file. A job has one more, which shows that it writes. */
export const TASK_CONNECTIONS = { job: 4, preview: 1 }
/** Previews that a server reads at once, and those that may go on beside them because they take long. */
export const PREVIEWS_AT_ONCE = { quick: 2, slow: 4 }
const PREVIEWS = PREVIEWS_AT_ONCE.quick + PREVIEWS_AT_ONCE.slow
/** A server does one job at a time. */
const TASKS = TASK_CONNECTIONS.job + 1 + PREVIEWS * TASK_CONNECTIONS.preview
const PROCESSES = 3
/** For commands, the owner and Postgres' superuser reserve. */
const RESERVE = 23

function searchConnections(threads: number): number {
  const share = Math.ceil(SEARCH_IN_PROCESS / Math.max(1, threads))
  return Math.max(SEARCH_IN_THREAD.least, Math.min(SEARCH_IN_THREAD.most, share))
}

/** The web thread, which searches itself when there are no search threads. */
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

/** With the processes that it starts. */
export const processConnections = (searchThreads: number): number =>
  sum(webPlan(searchThreads)) + searchThreads * sum(searchPlan(searchThreads)) + TASKS

export const serverConnections = (searchThreads: number): number =>
  PROCESSES * processConnections(searchThreads) + RESERVE
