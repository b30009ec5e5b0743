/** How many connections one thread opens at most. */
export interface ConnectionPlan {
  /** The application's pool. */
  app: number
  /** The owner's pool, for migrations and loads. */
  owner: number
  /** Of which each does one statement of a search at a time. */
  search: number
}

/** More statements at once would only wait for the processor: so many of a process's threads together. */
const SEARCH_IN_PROCESS = 16
const SEARCH_IN_THREAD = { least: 2, most: 8 }
/** Each thread holds one by which the others know that somebody uses the embedded server. */
const PRESENCE = 1
/** Processes of the product that an embedded server has room for. */
const PROCESSES = 3
/** Commands beside them, the owner's reserve, and what Postgres itself keeps back for its superuser. */
const RESERVE = 23

function searchConnections(threads: number): number {
  const share = Math.ceil(SEARCH_IN_PROCESS / Math.max(1, threads))
  return Math.max(SEARCH_IN_THREAD.least, Math.min(SEARCH_IN_THREAD.most, share))
}

/** The thread that answers the web; it searches itself when there are no others. */
export const webPlan = (searchThreads: number): ConnectionPlan => ({
  app: 12,
  owner: 4,
  search: searchThreads === 0 ? searchConnections(0) : 1
})

/** One of the threads that search. */
export const searchPlan = (searchThreads: number): ConnectionPlan => ({
  app: 2,
  owner: 1,
  search: searchConnections(searchThreads)
})

const sum = ({ app, owner, search }: ConnectionPlan) => app + owner + search + PRESENCE

/** All connections of one process. */
export const processConnections = (searchThreads: number): number =>
  sum(webPlan(searchThreads)) + searchThreads * sum(searchPlan(searchThreads))

/** What an embedded server accepts, so that some processes with so many threads fit. */
export const serverConnections = (searchThreads: number): number =>
  PROCESSES * processConnections(searchThreads) + RESERVE
