import type { SQL } from 'bun'
import { eq } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { users } from '#api/db/schema/index.ts'

export async function storePurpose(
  sql: SQL,
  userId: number,
  stated: Pick<typeof users.$inferSelect, 'purpose' | 'caseRef'>,
  ipPrefix: string | null
): Promise<void> {
  await orm(sql).transaction(async tx => {
    await tx.update(users).set(stated).where(eq(users.id, userId))
    const detail = stated.caseRef === null ? null : { case_ref: stated.caseRef }
    await noteAct(tx, {
      actorId: userId,
      action: 'purpose_change',
      purpose: stated.purpose,
      ipPrefix,
      detail
    })
  })
}
