import type { Holdings } from '#api/db/backup/tables.ts'

/** A backup cannot know what was ended since it was made. */
export const ACCESS_REVOKED_NOTICE =
  'Сеансы и токены API не восстанавливаются: всем нужно войти заново, а программам — получить новые токены. Пока токен ' +
  'не заменён, программа получает 401.'

const count = (value: number) => value.toLocaleString('ru-RU')

/** Lines for whoever compares a backup with what it was made of. */
export const describeHoldings = (holdings: Holdings): string =>
  `Пользователей ${count(holdings.users)}, кредитов у них ${count(holdings.balances)}, строк журнала списаний ` +
  `${count(holdings.ledger)}, аудита ${count(holdings.audit)}.\n` +
  `Источников ${count(holdings.sources)}, записей ${count(holdings.records)}, в списке исключений ` +
  `${count(holdings.suppressions)}.${adoptedLine(holdings)}`

const adoptedLine = ({ adopted }: Holdings): string =>
  adopted === 0
    ? ''
    : `\nПринятых индексов ${count(adopted)}: их документы остаются в кластере, в копию они не входят.`
