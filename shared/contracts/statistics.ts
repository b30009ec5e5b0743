/** `GET /admin/api/es_performance`: what searches cost since the last reset. */
export interface PerformanceAnswer {
  ok: true
  /** Searches that asked the engine; a replayed answer is none. */
  total_queries: number
  /** Milliseconds of a whole search. */
  avg_query_time: number
  slow_queries_count: number
  /** Searches in which a source failed or did not answer in time. */
  failed_queries_count: number
  /** Sources that may be searched now. */
  indices_count: number
  /** Sources that were slow at least once, the slowest on average first. */
  slow_indices: SlowIndex[]
  /** ISO moment of the answer. */
  last_update: string
}

export interface SlowIndex {
  /** Key of the source. */
  name: string
  title: string
  /** Searches that asked it. */
  count: number
  /** Records it gave that may be shown. */
  hits: number
  /** Seconds. */
  avg_time: number
}
