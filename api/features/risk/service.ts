import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Signal, SignalsAnswer } from '#shared/contracts/admin/signals.ts'
import { SIGNAL_KINDS } from '#shared/labels/signals.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { SignalDecision } from '#shared/rules/signal.ts'
import { DETECTED_SIGNAL_KINDS, detectSignals } from './detection-store.ts'
import { countOpenSignals, decideSignal, latestSignals, type StoredSignal, takeSlowTurn } from './store.ts'

/** Looks through the audit where it is time to; nothing under `RISK_MODE=off`. Says how many signals are new. */
export async function noteSignals({ config, sql }: Pick<Context, 'config' | 'sql'>): Promise<number> {
  if (config.riskMode === 'off') return 0
  let noted = 0
  for (const kind of DETECTED_SIGNAL_KINDS) noted += await detectSignals(sql, kind)
  return noted
}

/**
 * Under `RISK_MODE=throttle` an account with an open signal searches slowly until an administrator has closed it.
 *
 * @throws Refusal `SEARCH_SLOWED`.
 */
export async function refuseTooFast(
  { config, sql }: Pick<Context, 'config' | 'sql'>,
  userId: number
): Promise<void> {
  if (config.riskMode !== 'throttle') return
  const wait = await takeSlowTurn(sql, userId)
  if (wait !== null) throw new Refusal('SEARCH_SLOWED', { retryAfterSeconds: wait })
}

export async function readSignals({ config, sql }: Pick<Context, 'config' | 'sql'>): Promise<SignalsAnswer> {
  const [signals, open] = await Promise.all([latestSignals(sql), countOpenSignals(sql)])
  return { ok: true, mode: config.riskMode, open, signals: signals.map(signalView) }
}

/** @throws Refusal `NOT_FOUND` also of one that another administrator has closed meanwhile. */
export async function decide(
  context: Pick<Context, 'config' | 'sql'>,
  id: string,
  { state, reason }: SignalDecision,
  actor: { actorId: number; ipPrefix: string | null }
): Promise<SignalsAnswer> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : null
  if (number === null || !(await decideSignal(context.sql, number, { state, reason }, actor)))
    throw new Refusal('NOT_FOUND', { text: 'Этого сигнала нет, или его уже разобрал другой администратор' })
  return await readSignals(context)
}

const signalView = (signal: StoredSignal): Signal => ({
  id: signal.id,
  kind: signal.kind,
  title: SIGNAL_KINDS[signal.kind],
  user: { id: signal.userId, username: signal.username },
  amount: signal.amount,
  first_at: signal.firstAt.toISOString(),
  first_at_str: moscowTime(signal.firstAt),
  last_at: signal.lastAt.toISOString(),
  last_at_str: moscowTime(signal.lastAt),
  state: signal.state,
  decided_by: signal.decidedByName,
  reason: signal.reason
})
