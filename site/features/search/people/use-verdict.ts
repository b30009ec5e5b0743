import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PersonKind } from '#shared/contracts/person.ts'
import type { Verdict, VerdictValue } from '#shared/contracts/verdict.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import {
  PAIR_VERDICT_QUESTIONS,
  STRANDED_DRAFT,
  VERDICT_HINT,
  VERDICT_QUESTIONS
} from '#shared/texts/verdicts.ts'
import { $session } from '#site/lib/session-store.ts'
import {
  $drafts,
  $verdicts,
  draftKey,
  loadVerdicts,
  removeVerdict,
  saveVerdict,
  setDraft,
  strandedDrafts,
  type VerdictDraft,
  verdictOn
} from './verdict-store.ts'

const NONE: readonly Verdict[] = []

/** What the user concluded in a search; asks for it when it is not there yet. */
export function useVerdicts(searchId: string): readonly Verdict[] {
  const verdicts = useStore($verdicts)
  useEffect(() => {
    void loadVerdicts(searchId)
  }, [searchId])
  return verdicts.searchId === searchId ? verdicts.list : NONE
}

/** Whom a verdict is on: one, or two. */
export interface Judged {
  a: string
  b?: string
  kind?: PersonKind | undefined
}

const VALUES = Object.keys(VERDICT_WORDS.person) as VerdictValue[]

/** What a form needs to show and change one verdict: the properties of `NotedChoice`. */
export function useVerdict(searchId: string, { a, b, kind = 'person' }: Judged) {
  const verdict = verdictOn(useVerdicts(searchId), a, b)
  const key = draftKey(searchId, a, b)
  const draft = useStore($drafts)[key] ?? {}
  const words = (b === undefined ? VERDICT_WORDS : PAIR_VERDICT_WORDS)[kind]
  return {
    legend: 'Ваш вывод',
    question: (b === undefined ? VERDICT_QUESTIONS : PAIR_VERDICT_QUESTIONS)[kind],
    options: VALUES.map(value => ({ value, title: words[value] })),
    saved: verdict && { value: verdict.verdict, note: verdict.note ?? '' },
    draft,
    onDraft: (next: VerdictDraft) => setDraft(key, next),
    placeholder: 'На чём основан вывод',
    submit: 'Сохранить вывод',
    hint: VERDICT_HINT,
    savedText: verdict ? `Вывод сохранён: ${signedText(verdict)}.` : '',
    onSave: ({ value, note }: { value: VerdictValue; note: string }) =>
      saveVerdict(searchId, { a, b: b ?? null, verdict: value, note: note.trim() || null }),
    onUndo: async () => verdict && (await removeVerdict(searchId, verdict.id))
  }
}

/** What was typed of this search and cannot be saved, as whom it is on is not on the page: so that it can be copied. */
export const useStrandedDrafts = (searchId: string, isThere: (id: string) => boolean) =>
  strandedDrafts(useStore($drafts), searchId, isThere).map(([key, { note }]) => ({
    key,
    text: note ? `${STRANDED_DRAFT} Ваша заметка: ${note}` : STRANDED_DRAFT
  }))

/** «demoanalyst, 22.11.2026 12:52»: a verdict is always that of whoever sees it. */
export function signedText({ at }: Pick<Verdict, 'at'>): string {
  const session = $session.get()
  const name = session.step === 'in' ? `${session.user.username}, ` : ''
  return `${name}${moscowTime(new Date(at))} (Москва)`
}
