import type { SQL } from 'bun'
import { fingerprintOf, notedFingerprints } from '#api/db/keys.ts'
import type { ArchiveHeader } from './archive.ts'

/*
 * An archive knows nothing of who was suppressed or erased after it was made. Where it takes the place of a database with
 * the same key, what that has decided goes on: rather a person too many is absent.
 */

/** Clocks of the archive and of the database differ; what is erased once more loses nothing. */
const CLOCKS = '1 hour'
/** For records of an entry that was lifted after its erasure: the archive has them, and nobody is to see them before they go. */
const UNTIL_ERASED = '7 days'

/** Sets aside what is to stay of the list, before it is emptied. In a transaction, whose end forgets it. */
export async function setSuppressionsAside(
  tx: SQL,
  { keys, madeAt }: Pick<ArchiveHeader, 'keys' | 'madeAt'>,
  report: (text: string) => void
): Promise<void> {
  const noted = (await notedFingerprints(tx)).get('SUPPRESS_KEY')
  const isSameKey = noted === fingerprintOf(keys.suppress)
  await tx`CREATE TEMP TABLE kept_suppression ON COMMIT DROP AS SELECT *, false AS is_erased, false AS is_over
    FROM suppression`
  await tx`UPDATE kept_suppression SET
    is_erased = erase_from IS NOT NULL OR coalesce(erased_at > ${madeAt}::timestamptz - ${CLOCKS}::interval, false),
    is_over = state = 'lifted' OR coalesce(expires_at <= now(), false)`
  await tx`DELETE FROM kept_suppression WHERE is_over AND NOT is_erased`
  if (isSameKey) return
  const [row] = await tx<{ count: number }[]>`WITH gone AS (DELETE FROM kept_suppression RETURNING main_id)
    SELECT count(*)::int AS count FROM gone WHERE main_id IS NULL`
  if (row && row.count > 0)
    report(
      `Исключений с другим ключом: ${row.count.toLocaleString('ru-RU')}. В копию их перенести нельзя: внесите их заново, пока ` +
        'сервер не запущен (bun run suppress).'
    )
}

/** Puts it beside the list of the archive: of both the stronger state and the later end count. */
export async function putSuppressionsBack(tx: SQL, report: (text: string) => void): Promise<void> {
  // An insert of nothing would count as a change of the list.
  const [state] = await tx<{ isKept: boolean }[]>`SELECT EXISTS (SELECT FROM kept_suppression) AS "isKept"`
  if (!state?.isKept) return
  const [row] = await tx<{ count: number }[]>`WITH put AS (
    INSERT INTO suppression AS own (token, prefix, kind, class, state, expires_at, created_at, request, added_by)
      SELECT DISTINCT ON (token) token, prefix, kind, class, CASE WHEN is_over THEN 'provisional' ELSE state END,
        CASE WHEN is_over THEN now() + ${UNTIL_ERASED}::interval ELSE expires_at END, created_at, request,
        (SELECT id FROM users WHERE id = added_by)
      FROM kept_suppression WHERE main_id IS NULL ORDER BY token, is_over
    ON CONFLICT (token) WHERE main_id IS NULL AND state <> 'lifted' DO UPDATE SET
      state = CASE WHEN 'active' IN (own.state, excluded.state) THEN 'active' ELSE 'provisional' END,
      expires_at = CASE WHEN own.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
        ELSE greatest(own.expires_at, excluded.expires_at) END
    RETURNING 1)
    SELECT count(*)::int AS count FROM put`
  await tx`INSERT INTO suppression (token, prefix, kind, class, state, expires_at, main_id)
    SELECT DISTINCT f.token, f.prefix, f.kind, f.class, m.state, m.expires_at, m.id
    FROM kept_suppression f JOIN kept_suppression k ON k.id = f.main_id
      JOIN suppression m ON m.token = k.token AND m.main_id IS NULL AND m.state <> 'lifted'
    ON CONFLICT (main_id, token) WHERE main_id IS NOT NULL DO NOTHING`
  await tx`UPDATE suppression f SET state = m.state, expires_at = m.expires_at FROM suppression m
    WHERE f.main_id = m.id AND (f.state, f.expires_at) IS DISTINCT FROM (m.state, m.expires_at)`
  await tx`UPDATE suppression m SET erase_from = 0, erased_at = NULL FROM kept_suppression k
    WHERE k.is_erased AND m.token = k.token AND m.main_id IS NULL AND m.state <> 'lifted'`
  report(`Исключения этой базы остаются в силе: ${(row?.count ?? 0).toLocaleString('ru-RU')}`)
}
