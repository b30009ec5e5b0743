import strings from 'big-list-of-naughty-strings/blns.json'
import type { Judged, Verdict } from './judge.ts'

/** The Big List of Naughty Strings as lines of a search: each is answered or refused in words, and none is a failure. */
export async function judgeStrings({ url, cookie }: Pick<Judged, 'url' | 'cookie'>): Promise<Verdict> {
  const findings: string[] = []
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  for (const [at, query] of strings.entries())
    for (const path of ['/api/search/parse_query', '/api/search/perform']) {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query })
      })
      const body = await answer.json().catch(() => null)
      const isTold = answer.ok ? body?.success === true : typeof body?.code === 'string'
      if (answer.status >= 500 || !isTold) findings.push(`${path}, строка ${at}: ${answer.status}`)
    }
  return { findings }
}
