/** A call as an example writes it. */
export interface ExampleCall {
  /** Of the service, as the reader sees it. */
  origin: string
  path: string
  token: string
  /** What stands in the body beside the token. */
  fields: Readonly<Record<string, string | number>>
  /** The key of the answer that the example prints. */
  prints: string
}

export interface Example {
  title: 'curl' | 'Python' | 'TypeScript'
  code: string
}

/** As the prerendered page has it. */
export const ANY_ORIGIN = 'https://example.com'

/** Stands where no token is known. */
export const NO_TOKEN = 'ps_…'

/** The same call in three languages, ready to be run. */
export function examplesOf({ origin, path, token, fields, prints }: ExampleCall): Example[] {
  const url = `${origin}${path}`
  const body = Object.entries({ token: token || NO_TOKEN, ...fields })
  const json = `{${body.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')}}`
  const keys = body.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
  return [
    {
      title: 'curl',
      code: `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json.replaceAll("'", "'\\''")}'`
    },
    {
      title: 'Python',
      code: `# pip install requests
import requests

r = requests.post("${url}", json=${json}, timeout=10)
answer = r.json()
print(r.status_code, answer.get("${prints}", answer.get("error")))`
    },
    {
      title: 'TypeScript',
      code: [
        `const url = ${JSON.stringify(url)}`,
        'const r = await fetch(url, {',
        '  method: "POST",',
        '  headers: { "content-type": "application/json" },',
        `  body: JSON.stringify({ ${keys} })`,
        '})',
        'const answer = await r.json()',
        `console.log(r.status, answer.${prints} ?? answer.error)`
      ].join('\n')
    }
  ]
}
