import { balanceOf, logIn, register, setCredits } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

export interface Charged {
  /** Searches that were answered. */
  granted: number
  /** Searches that were refused for want of credits. */
  refused: number
  balance: number
  ledger: number
  /** Rows that took a credit. */
  debits: number
}

/** `searches` different searches at once on `credits` credits. */
export async function spendInParallel(app: TestApp, searches: number, credits: number): Promise<Charged> {
  const username = await register(app)
  await setCredits(app, username, credits)
  const person = await logIn(app, username)
  const answers = await Promise.all(
    Array.from({ length: searches }, (_, at) =>
      person.post('/api/search/perform', { query: `Примеров ${1900 + at}` })
    )
  )
  const [row] = await app.database.owner<
    { debits: number }[]
  >`SELECT count(*)::int AS debits FROM credit_ledger
    WHERE user_id = ${person.user.id} AND kind = 'search'`
  return {
    granted: answers.filter(answer => answer.status === 200).length,
    refused: answers.filter(answer => answer.status === 402).length,
    ...(await balanceOf(app, username)),
    debits: row?.debits ?? -1
  }
}
