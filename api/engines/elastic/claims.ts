import type { BatchRemoval } from '#api/engines/contract.ts'
import { type Claim, type Content, contentIn, type EarlierVersion, type StoredDocument } from './documents.ts'

/*
 * What batches brought of one record, in their order: overwritten versions, then the present one. Each version has claims:
 * its owner's and those of batches that brought the same. A batch has one claim on a record at most.
 */

export type Change = 'added' | 'changed' | null

const isSame = (one: Content, other: Content) => Bun.deepEquals(one, other)
const claimIn = (claims: readonly Claim[], batch: number) => claims.find(([own]) => own === batch)
const without = (claims: readonly Claim[], batch: number) => claims.filter(([own]) => own !== batch)

const earlierWithout = (earlier: readonly EarlierVersion[] = [], batch: number): EarlierVersion[] =>
  earlier.map(version => ({ ...version, c: without(version.c, batch) })).filter(({ c }) => c.length > 0)

function documentOf(
  { n, d: { r } }: Pick<StoredDocument, 'n'> & { d: { r: string } },
  { v, ...content }: Content,
  earlier: readonly EarlierVersion[],
  claims: Claim[]
): StoredDocument {
  const batches = new Set([...earlier.flatMap(({ c }) => c), ...claims].map(([batch]) => String(batch)))
  return {
    n,
    ...content,
    b: [...batches],
    d: { r, v, ...(earlier.length > 0 && { e: [...earlier] }), c: claims }
  }
}

/**
 * Puts what a batch brings of a record over what is stored of it. A claim that this very chunk has made before the
 * process ended, and before it was counted, counts again as it did.
 */
export function addVersion(
  stored: StoredDocument | undefined,
  brought: StoredDocument
): { document: StoredDocument | null; change: Change } {
  const [claim] = brought.d.c
  if (!stored || !claim) return { document: brought, change: 'added' }
  const [batch, chunk] = claim
  const all = [...(stored.d.e ?? []).flatMap(({ c }) => c), ...stored.d.c]
  const own = claimIn(all, batch)
  const earlier = earlierWithout(stored.d.e, batch)
  const content = contentIn(brought)
  if (isSame(contentIn(stored), content)) {
    if (claimIn(stored.d.c, batch))
      return { document: null, change: own?.[1] === chunk ? earlierChange(stored) : null }
    return { document: documentOf(stored, content, earlier, [...stored.d.c, own ?? claim]), change: null }
  }
  const others = without(stored.d.c, batch)
  const past = others.length > 0 ? [...earlier, { ...contentIn(stored), c: others }] : earlier
  const [owner] = stored.d.c
  return {
    document: documentOf(stored, content, past, [own ?? claim]),
    change: owner?.[0] === batch ? null : 'changed'
  }
}

/** What the only claim on the present version did when it was made. */
function earlierChange({ d: { c, e = [] } }: StoredDocument): Change {
  if (c.length > 1) return null
  return e.length > 0 ? 'changed' : 'added'
}

export interface Release {
  outcome: keyof BatchRemoval | null
  /** Null when nothing is left of the record. */
  document: StoredDocument | null
}

/**
 * Takes a batch's claim away. Others that brought the same keep it; else the newest version of nobody who is suppressed
 * comes back, and nothing newer stays; else the record goes.
 */
export function releaseClaim(
  stored: StoredDocument,
  batch: number,
  isSuppressed: (subjectKeys: readonly string[]) => boolean
): Release {
  const earlier = earlierWithout(stored.d.e, batch)
  const present = contentIn(stored)
  if (!claimIn(stored.d.c, batch))
    return { outcome: null, document: documentOf(stored, present, earlier, stored.d.c) }
  const others = without(stored.d.c, batch)
  if (others.length > 0) return { outcome: 'kept', document: documentOf(stored, present, earlier, others) }
  const fit = earlier.findLastIndex(({ u }) => !isSuppressed(u))
  const { c, ...content } = earlier[fit] ?? { c: [], ...present }
  return fit < 0
    ? { outcome: 'removed', document: null }
    : { outcome: 'restored', document: documentOf(stored, content, earlier.slice(0, fit), c) }
}

/** Whether the batch alone brought the record, in a chunk that was never counted: `counted` rows of it were. */
export const isUncounted = ({ d: { c, e = [] } }: StoredDocument, counted: number): boolean =>
  e.length === 0 && c.length === 1 && (c[0]?.[1] ?? 0) >= counted
