import { quoted } from './quoted.ts'

interface Stated {
  purpose?: { title: string; case_ref: string | null } | undefined
  withheld_sources?: readonly { title: string }[] | undefined
}

/** «Розыск должника, А40-12/2026»; empty without a purpose. */
export const purposeText = ({ purpose }: Pick<Stated, 'purpose'>): string =>
  purpose ? [purpose.title, purpose.case_ref].filter(Boolean).join(', ') : ''

/** Sources not asked because of the purpose; null when all were. */
export function withheldText({ purpose, withheld_sources: withheld = [] }: Stated): string | null {
  if (withheld.length === 0) return null
  const why = purpose ? 'для такой цели не разрешены' : 'требуют указать цель поиска'
  return `Не искали в источниках, которые ${why}: ${withheld.map(({ title }) => quoted(title)).join(', ')}.`
}
