import { UsageError } from '#api/commands/frame/usage-error.ts'
import { withDatabase } from '#api/commands/with-database.ts'
import { sealAudit, verifyAlone } from '#api/features/audit/seals.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { auditBreakText, auditFailureText } from '#shared/texts/audit.ts'

const FAILED = 1
const ROWS_AT_ONCE = 500
const HEAD = /^[\da-f]{64}$/
const count = (rows: number) => rows.toLocaleString('ru-RU')

interface Options {
  head: string | undefined
  seal: boolean
  'another-database': boolean
}

/** `bun run audit:verify`. Returns the exit code. */
export async function runVerify({ head, seal, ...options }: Options): Promise<number | undefined> {
  if (head !== undefined && !HEAD.test(head)) throw new UsageError('--head: хеш из 64 знаков 0-9, a-f')
  return await withDatabase(options, async ({ owner }) => {
    // The first call notes what is due.
    if (seal) await sealAudit(owner, ROWS_AT_ONCE, 0)
    while (seal && (await sealAudit(owner, ROWS_AT_ONCE, 0)) > 0);
    const check = await verifyAlone(owner, head)
    if (!check) throw new OperatorError('Журнал уже проверяют. Повторите команду, когда проверка закончится.')
    const { seals, rows, failure } = check
    if (failure) {
      const { others = [], more = 0 } = failure
      console.log(`Журнал нарушен. ${auditFailureText(failure)}`)
      for (const each of others) console.log(auditBreakText(each))
      if (more > 0) console.log(`Не показано нарушений: ${count(more)}.`)
      return FAILED
    }
    console.log(`Журнал цел: строк ${count(rows)}, печатей ${count(seals)}.`)
    if (check.head !== null) console.log(`Хеш последней печати: ${check.head}`)
    return undefined
  })
}
