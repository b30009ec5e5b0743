import type { AuditFailure } from '#shared/contracts/admin/audit.ts'

export const auditFailureText = ({ what, row, seal }: AuditFailure): string => {
  if (what === 'altered') return `Строка ${row} изменена (печать ${seal}).`
  if (what === 'removed') return `Строка ${row} убрана (печать ${seal}).`
  if (what === 'inserted') return `Строка ${row} вставлена (печать ${seal}).`
  if (what === 'seal_altered') return `Печать ${seal} изменена.`
  if (what === 'seal_removed') return `Печати ${seal} нет.`
  return `Печать ${seal} уже не та, что была при прежней проверке.`
}
