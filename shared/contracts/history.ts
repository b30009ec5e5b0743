export interface HistoryItem {
  id: number
  query: string
  is_api: boolean
  results_count: number
  /** ISO 8601, UTC. */
  created_at: string
  /** «дд.мм.гггг чч:мм», Europe/Moscow. */
  created_at_str: string
}

/** `GET /api/search_history`: newest first, at most 100. */
export interface HistoryAnswer {
  ok: true
  data: HistoryItem[]
}
