/** Something asked once: a person, a line, and the client key that all its calls carry. */
export interface Question {
  username: string
  query: string
  key: string | null
}

/** One call and what the person saw of it. */
export interface Call {
  question: Question
  /** The same once more, after a crash took the answer. */
  isRetry: boolean
  /** HTTP status; null when the connection ended without an answer. */
  status: number | null
  charged: number
  /** Every source answered. */
  complete: boolean
  /** When the answer was read, or given up; of `performance.now()`. */
  at: number
}

/** When something was killed, and when the last call before the new start had come to its end. */
export interface Kill {
  at: number
  overAt: number
}

/** What the people of a run know. It outlives every crash, and the books are held against it. */
export interface Journal {
  calls: Call[]
  kills: Kill[]
}

export const wasAnswered = (call: Call) => call.status === 200

/** Nobody can tell from outside whether it was paid for. */
export const wasLost = (call: Call) => call.status === null || call.status >= 500

/** One text per question: people and lines hold no line breaks. */
export const nameOf = ({ username, query }: Pick<Question, 'username' | 'query'>) => `${username}\n${query}`
