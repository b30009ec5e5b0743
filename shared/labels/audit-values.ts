import { ownValue } from '#shared/own-value.ts'
import { PAYMENT_EXCEPTIONS, PAYMENT_STATUSES } from './payments.ts'
import { SIGNAL_STATES } from './signals.ts'
import { REQUEST_STATES } from './subject-requests.ts'

const INDEX_STATUSES = { active: 'включён', disabled: 'отключён', deleting: 'удаляется' }
const BATCH_STATES = { running: 'идёт', done: 'загружена', undone: 'отменена' }
const JOB_STATES = {
  uploading: 'передаётся',
  ready: 'передан',
  waiting: 'ждёт',
  running: 'идёт',
  stopped: 'остановлена',
  failed: 'не удалась',
  done: 'закончена'
}

/** By the beginning of the act, since each subject has states of its own. */
const VALUES: readonly [act: string, field: string, words: Record<string, string>][] = [
  ['payment_', 'status', PAYMENT_STATUSES],
  ['payment_', 'exception', PAYMENT_EXCEPTIONS],
  ['subject_', 'state', REQUEST_STATES],
  ['signal_', 'state', SIGNAL_STATES],
  ['batch_', 'state', BATCH_STATES],
  ['import_', 'state', JOB_STATES],
  ['', 'status', INDEX_STATUSES]
]

/** A detail of an act in Russian; what is no code stays as it is. */
export function auditValue(act: string, field: string, value: string): string {
  const words = VALUES.find(([start, named]) => named === field && act.startsWith(start))?.[2]
  return (words && ownValue(words, value)) ?? value
}
