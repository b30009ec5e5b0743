import { inTrial } from '#tests/torture/trial.ts'
import type { Judged, Verdict } from './judge.ts'
import { judgePolicy } from './policy.ts'
import { judgeWithSchemathesis, judgeWithSqlmap } from './python-judges.ts'
import { judgeStrings } from './strings.ts'

export const JUDGES: Record<string, (judged: Judged) => Promise<Verdict>> = {
  csp: judgePolicy,
  strings: judgeStrings,
  sqlmap: judgeWithSqlmap,
  schemathesis: judgeWithSchemathesis
}

/** Asks the judges one after the other. @returns the exit code: 1 where one has found something. */
export async function tellJudges(
  only: readonly string[],
  python: string | null,
  say: (line: string) => void
): Promise<number> {
  return await inTrial(
    1,
    async ({ arena, product }) => {
      let isClean = true
      for (const name of only) {
        const verdict = await JUDGES[name]?.({ url: product.url, cookie: arena.cookies[0] ?? '', python })
        if (!verdict) continue
        if ('skipped' in verdict) say(`${name}: пропущен, ${verdict.skipped}`)
        else if (verdict.findings.length === 0) say(`${name}: ничего не найдено`)
        else {
          isClean = false
          say(`${name}: найдено ${verdict.findings.length}`)
          for (const finding of verdict.findings) say(`  ${finding}`)
        }
      }
      return isClean ? 0 : 1
    },
    { SIGNUP_REQUESTS: '1000000' }
  )
}
