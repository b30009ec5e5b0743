import type { SQL } from 'bun'
import { DatabaseError } from '#api/db/connect.ts'
import { RECORD_RULE } from './index-record.ts'

const OLDER =
  'Записи этой базы сохранены прежней версией программы. Запустите её сервер (bun run start): он подготовит их к поиску ' +
  'заново, и эту команду можно будет повторить.'
const newer = (rule: number) =>
  `Записи этой базы сохранены более новой версией программы (правило ключей ${rule}, эта знает ${RECORD_RULE}): ` +
  'исключённых людей по ним видно не всех. Запустите ту версию или восстановите копию, снятую этой (bun run restore).'

async function ruleOf(sql: SQL): Promise<number> {
  const [stored] = await sql<{ rule: number }[]>`SELECT rule FROM record_rule FOR UPDATE`
  const rule = stored?.rule ?? 0
  if (rule > RECORD_RULE) throw new DatabaseError(newer(rule))
  return rule
}

/**
 * Makes the present rule that of the database. `prepare` notes the recomputation in the same transaction. One of
 * several starting processes does it.
 * @throws DatabaseError for records of a newer rule, whose suppression it would not know.
 */
export async function raiseRecordRule(owner: SQL, prepare: (tx: SQL) => Promise<void>): Promise<void> {
  await owner.begin(async tx => {
    if ((await ruleOf(tx)) === RECORD_RULE) return
    await prepare(tx)
    await tx`UPDATE record_rule SET rule = ${RECORD_RULE}`
  })
}

/**
 * Called before anything is written or searched; sets the rule of an empty database.
 * @throws DatabaseError when it is another one.
 */
export async function assertRecordRule(owner: SQL): Promise<void> {
  const current = await owner`UPDATE record_rule SET rule = ${RECORD_RULE}
    WHERE rule = ${RECORD_RULE} OR NOT EXISTS (SELECT FROM source WHERE records > 0 AND NOT adopted) RETURNING rule`
  if (current.length > 0) return
  await ruleOf(owner)
  throw new DatabaseError(OLDER)
}
