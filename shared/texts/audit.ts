import type { AuditBreak, AuditFailure } from '#shared/contracts/admin/audit.ts'

/** The first break, and how many there are besides. */
export const auditFailureText = ({ others = [], more = 0, ...first }: AuditFailure): string => {
  const rest = others.length + more
  return rest === 0
    ? auditBreakText(first)
    : `${auditBreakText(first)} Ещё нарушений: ${rest.toLocaleString('ru-RU')}.`
}

export const auditBreakText = ({ what, row, seal }: AuditBreak): string => {
  if (what === 'altered') return `Строка ${row} изменена (печать ${seal}).`
  if (what === 'removed') return `Строка ${row} убрана (печать ${seal}).`
  if (what === 'inserted') return `Строка ${row} вставлена (печать ${seal}).`
  if (what === 'seal_altered') return `Печать ${seal} изменена.`
  if (what === 'seal_removed') return `Печати ${seal} нет.`
  return `Печать ${seal} уже не та, что была при прежней проверке.`
}
