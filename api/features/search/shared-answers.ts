import type { SearchPolicy } from '#api/engines/contract.ts'
import { REPLAY_SECONDS } from '#shared/constants.ts'
import type { Answer } from './answer.ts'

/** Smaller answers are searched for nearly as quickly as they are looked up. */
const LARGE_RECORDS = 50
/** Some ten megabytes. */
const SHARED_MAX = 64
const KEPT_MS = 1000 * REPLAY_SECONDS

/** As long as a policy is in force; with another one nothing of it is left. */
const answers = new WeakMap<SearchPolicy, Map<string, Shared>>()

interface Shared {
  answer: Answer
  at: number
}

/**
 * Keeps a large answer that shows a part of what there is, as that of a frequent surname, for whoever asks the same
 * within the replay window: to find and judge it costs as much as fifty searches for a phone. What is loaded meanwhile
 * may be missing from it until then, as most of the records are; what may no longer be shown changes the policy.
 *
 * @returns The answer; a kept one in memory that no thread has to copy for another.
 */
export function shareAnswer(policy: SearchPolicy, questionKey: string, found: Answer): Answer {
  if (found.resultsCount < LARGE_RECORDS) return found
  const answer = { ...found, json: new Uint8Array(new SharedArrayBuffer(found.json.length)) }
  answer.json.set(found.json)
  const shared = answers.get(policy) ?? new Map<string, Shared>()
  answers.set(policy, shared)
  const at = performance.now()
  shared.set(questionKey, { answer, at })
  setTimeout(() => shared.get(questionKey)?.at === at && shared.delete(questionKey), KEPT_MS).unref()
  const [oldest] = shared.keys()
  if (shared.size > SHARED_MAX && oldest !== undefined) shared.delete(oldest)
  return answer
}

export function sharedAnswer(policy: SearchPolicy, questionKey: string): Answer | undefined {
  return answers.get(policy)?.get(questionKey)?.answer
}
