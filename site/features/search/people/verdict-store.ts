import { atom, onMount } from 'nanostores'
import type { PastSearchAnswer } from '#shared/contracts/search.ts'
import type { Verdict, VerdictBody, VerdictValue } from '#shared/contracts/verdict.ts'
import { AskError, ask, errorText, type Shape } from '#site/lib/ask.ts'
import { keep, recall } from '#site/lib/search-session-store.ts'
import { $session, userId } from '#site/lib/session-store.ts'

/** What the user concluded about people of one search, in the order in which they did. */
export interface OwnVerdicts {
  /** Empty before the first search. */
  searchId: string
  step: 'loading' | 'ready' | 'failed'
  list: readonly Verdict[]
}

const SHAPE = { id: 0, a: '', verdict: '', at: '' } as const satisfies Shape<Verdict>
/** Nobody waits for them. */
const QUIETLY = { login: false, shape: { verdicts: [SHAPE] } } as const

const NONE: OwnVerdicts = { searchId: '', step: 'loading', list: [] }

/** The verdicts of the search on the page. */
export const $verdicts = atom<OwnVerdicts>(NONE)

/** A verdict that is chosen or noted and not saved yet. */
export interface VerdictDraft {
  value?: VerdictValue
  note?: string
}

type Drafts = Readonly<Record<string, VerdictDraft>>

const DRAFTS_KEPT = 50

function storedDrafts(): Drafts {
  const drafts = recall<Drafts>('drafts')
  return drafts !== null && typeof drafts === 'object' ? (drafts as Drafts) : {}
}

/**
 * By whom they are on, as `draftKey` says. They are kept in this tab: neither a form that is folded away nor a page that
 * is left loses one, nor a session that ends.
 */
export const $drafts = atom<Drafts>({})
/** Whose they are. */
let author: number | null = null

export const draftKey = (searchId: string, a: string, b: string | null = null): string =>
  [searchId, ...(b === null ? [a] : [a, b].sort())].join(' ')

export function setDraft(key: string, draft: VerdictDraft): void {
  const { [key]: _, ...others } = $drafts.get()
  const isEmpty = Object.keys(draft).length === 0
  const drafts = isEmpty
    ? others
    : Object.fromEntries([...Object.entries(others), [key, draft] as const].slice(-DRAFTS_KEPT))
  $drafts.set(drafts)
  keep('drafts', drafts)
}

/** Drops of a draft what was sent; what was changed since stays. */
function dropSent(key: string, sent: VerdictDraft): void {
  const typed = Object.entries($drafts.get()[key] ?? {})
  setDraft(key, Object.fromEntries(typed.filter(([name, text]) => sent[name as keyof VerdictDraft] !== text)))
}

/** What is typed of this search and cannot be saved, as the one it is on is not on the page. */
export const strandedDrafts = (
  drafts: Drafts,
  searchId: string,
  isThere: (id: string) => boolean
): [key: string, draft: VerdictDraft][] =>
  Object.entries(drafts).filter(([key]) => {
    const [search, ...ids] = key.split(' ')
    return search === searchId && !ids.every(isThere)
  })

$session.subscribe(({ step }) => {
  const user = userId()
  if (user !== author) $drafts.set(storedDrafts())
  author = user
  if (step === 'out') $verdicts.set(NONE)
})

/** How often a verdict was refused because the one it is on may not be shown any more: the page then looks who may be. */
export const $refusals = atom(0)

let loading: Promise<void> = Promise.resolve()

/** Asks for the verdicts of a search; once, unless it failed. Who asks meanwhile waits for the same. Never rejects. */
export function loadVerdicts(searchId: string): Promise<void> {
  const now = $verdicts.get()
  if (now.searchId !== searchId || now.step === 'failed') loading = askVerdicts(searchId)
  return loading
}

async function askVerdicts(searchId: string): Promise<void> {
  const before = $verdicts.get()
  $verdicts.set({ searchId, step: 'loading', list: before.searchId === searchId ? before.list : [] })
  try {
    // Nobody waits for them: without a session they are not there, and the page says nothing.
    const past = await ask<PastSearchAnswer>(addressOf(searchId), QUIETLY)
    if ($verdicts.get().searchId === searchId) takeVerdicts(searchId, past.verdicts)
  } catch {
    change(searchId, now => ({ ...now, step: 'failed' }))
  }
}

// Another tab may have concluded something while this one was out of sight.
onMount($verdicts, () => {
  if (typeof document === 'undefined') return
  const renew = () => document.visibilityState === 'visible' && void renewVerdicts($verdicts.get().searchId)
  document.addEventListener('visibilitychange', renew)
  return () => document.removeEventListener('visibilitychange', renew)
})

/** Asks anew for the verdicts of the search on the page. Never rejects. */
async function renewVerdicts(searchId: string): Promise<void> {
  const before = $verdicts.get()
  if (before.searchId !== searchId || searchId === '') return
  if (before.step !== 'ready') return await loadVerdicts(searchId)
  try {
    const past = await ask<PastSearchAnswer>(addressOf(searchId), QUIETLY)
    if ($verdicts.get().searchId === searchId) takeVerdicts(searchId, past.verdicts, before)
  } catch {
    // What the page shows stays.
  }
}

/**
 * Takes verdicts as the server tells them; what was concluded or taken back since it was asked stays so.
 *
 * @param before When it was asked. Whose verdict is told no more may not be shown any more.
 */
export function takeVerdicts(searchId: string, verdicts: readonly Verdict[], before = NONE): void {
  if ($verdicts.get().searchId !== searchId) $verdicts.set({ searchId, step: 'loading', list: [] })
  const former = before.searchId === searchId ? before.list : []
  change(searchId, ({ list }) => {
    const newer = list.filter(verdict => !former.includes(verdict))
    const removed = former.filter(({ id }) => !hasId(list, id))
    const later = [...newer, ...removed]
    const others = verdicts.filter(({ id }) => !hasId(later, id))
    return { searchId, step: 'ready', list: [...others, ...newer] }
  })
}

/** The verdict on one, or on two in either order; null without one. */
export function verdictOn(list: readonly Verdict[], a: string, b: string | null = null): Verdict | null {
  const [one, other = null] = b === null ? [a] : [a, b].sort()
  return list.find(verdict => verdict.a === one && verdict.b === other) ?? null
}

/** Verdicts on a person and somebody else. */
export const pairsOf = (list: readonly Verdict[], personId: string): Verdict[] =>
  list.filter(({ a, b }) => b !== null && (a === personId || b === personId))

/** Turns of those who change verdicts: the last one to ask has the last word. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const acting = turn.then(act)
  turn = acting.catch(() => null)
  return acting
}

/**
 * Saves a verdict in place of the one on the page, and drops its draft, but for what is changed of that meanwhile. Of one
 * that another tab has made since the page shows that and says so.
 *
 * @returns why it could not, or null. Never rejects.
 */
export function saveVerdict(
  searchId: string,
  verdict: Omit<VerdictBody, 'replaces'>
): Promise<string | null> {
  const { a, b } = verdict
  const key = draftKey(searchId, a, b)
  const sent = $drafts.get()[key] ?? {}
  return inTurn(() =>
    failureOf(searchId, async () => {
      const before = verdictOn(listOf(searchId), a, b)
      const body: VerdictBody = { ...verdict, replaces: before?.at ?? null }
      const address = `${addressOf(searchId)}/verdicts`
      const saved = (
        await ask<{ verdict: Verdict }>(address, { method: 'PUT', body, shape: { verdict: SHAPE } })
      ).verdict
      change(searchId, now => ({ ...now, list: [...without(now.list, saved.id), saved] }))
      dropSent(key, sent)
    })
  )
}

/** Takes a verdict back, as the page shows it. @returns why it could not, or null. Never rejects. */
export const removeVerdict = (searchId: string, id: number): Promise<string | null> =>
  inTurn(() =>
    failureOf(searchId, async () => {
      const at = listOf(searchId).find(verdict => verdict.id === id)?.at
      const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`
      await ask(`${addressOf(searchId)}/verdicts/${id}${query}`, { method: 'DELETE' })
      change(searchId, now => ({ ...now, list: without(now.list, id) }))
    })
  )

const addressOf = (searchId: string) => `/api/search/${encodeURIComponent(searchId)}`

const hasId = (list: readonly Verdict[], id: number) => list.some(verdict => verdict.id === id)

const listOf = (searchId: string): readonly Verdict[] => {
  const now = $verdicts.get()
  return now.searchId === searchId ? now.list : []
}

const without = (list: readonly Verdict[], id: number) => list.filter(verdict => verdict.id !== id)

/** An answer to another search than that of the page changes nothing. */
function change(searchId: string, next: (now: OwnVerdicts) => OwnVerdicts): void {
  const now = $verdicts.get()
  if (now.searchId === searchId) $verdicts.set(next(now))
}

async function failureOf(searchId: string, act: () => Promise<void>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    const code = error instanceof AskError ? error.code : undefined
    if (code === 'UNKNOWN_PERSON') $refusals.set($refusals.get() + 1)
    // Another tab has changed or removed it: what the page shows is not so any more.
    if (code === 'VERDICT_CHANGED' || code === 'NOT_FOUND') await renewVerdicts(searchId)
    return errorText(error)
  }
}
