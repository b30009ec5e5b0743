import type { Secrets } from '#api/lib/secrets.ts'
import type { RequestView, RequestRow as ShownRow } from '#shared/contracts/admin/subject-requests.ts'
import { provedAmong, requestNumber, SUBJECT_KINDS } from '#shared/labels/subject-requests.ts'
import { moscowDay, moscowTime } from '#shared/moscow-time.ts'
import { ownValue } from '#shared/own-value.ts'
import { workingDaysUntil } from '#shared/rules/working-days.ts'
import type { ListedRequest } from './admin-store.ts'
import { unseal } from './seal.ts'
import { identifiersOf, type Stated } from './stated.ts'

export const isWaiting = ({ state }: Pick<ListedRequest, 'state'>) => state === 'open' || state === 'document'

/** What it states is kept out of answers. */
export const isHeld = ({ want }: Pick<ListedRequest, 'want'>) => want === 'erase' || want === 'object'

const shownTime = (moment: Date | null) => moment && moscowTime(moment)

export function rowView(row: ListedRequest): ShownRow {
  const { id, want, state, onBehalf, channel, dueOn, username } = row
  return {
    id,
    number: requestNumber(id),
    want,
    state,
    on_behalf: onBehalf,
    channel,
    created_at_str: moscowTime(row.createdAt),
    confirmed_at_str: shownTime(row.confirmedAt),
    due_on: dueOn,
    days_left: dueOn !== null && isWaiting(row) ? workingDaysUntil(moscowDay(new Date()), dueOn) : null,
    decided_at_str: shownTime(row.decidedAt),
    decided_by: username,
    is_unsent: row.answer !== null && row.answeredAt === null
  }
}

export function requestView(
  secrets: Pick<Secrets, 'audit'>,
  row: ListedRequest,
  kinds: readonly string[]
): RequestView {
  const { keyHash } = row
  const stated = unseal<Stated>(secrets, keyHash, row.stated)
  return {
    ...rowView(row),
    stated: stated && {
      name: stated.name,
      birth_date: stated.birth_date,
      phone: stated.phone && `+${stated.phone}`,
      email: stated.email,
      note: stated.note
    },
    held: heldNow(row, kinds),
    acts_on:
      stated && isHeld(row)
        ? identifiersOf(stated, row.channel).map(({ subject }) => labelOf(subject.kind))
        : [],
    has_code: row.state === 'new' && row.code !== null,
    is_extended: row.extendedAt !== null,
    answer: unseal<string>(secrets, keyHash, row.answer),
    reason: row.reason,
    opened_at_str: shownTime(row.reportOpenedAt)
  }
}

const labelOf = (kind: string) => ownValue(SUBJECT_KINDS, kind) ?? kind

/** What a request keeps out of answers, in Russian. */
export function heldNow(
  { state, channel, identityChecked }: Pick<ListedRequest, 'state' | 'channel' | 'identityChecked'>,
  tokenKinds: readonly string[]
): string[] {
  const kinds = [...new Set(tokenKinds.map(labelOf))]
  if (state === 'refused') return []
  return state === 'done' ? provedAmong(kinds, channel, identityChecked).proved : kinds
}
