import type { SQL } from 'bun'
import { DatabaseError } from '#api/db/connect.ts'
import { RECORD_RULE } from '#api/engines/index-record.ts'

/**
 * Makes the rule of an empty table the current one.
 *
 * @throws DatabaseError when there are records of another rule: not everybody who is suppressed would be absent.
 */
export async function assertRecordRule(owner: SQL): Promise<void> {
  const current = await owner`UPDATE record_rule SET rule = ${RECORD_RULE}
    WHERE rule = ${RECORD_RULE} OR NOT EXISTS (SELECT FROM rec) RETURNING rule`
  if (current.length > 0) return
  throw new DatabaseError(
    'Записи этой базы сохранены по другому правилу ключей: исключённых людей по ним видно не всех. ' +
      'Уберите партии (bun run import --batches, затем --undo с их номерами) и загрузите файлы заново ' +
      'или начните с новой папкой DATA_DIR'
  )
}
