import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const RECORDS = 400

let client: Person

const app = startedApp(async app => {
  await loadSource(app, 'crowd', {
    title: 'Однофамильцы',
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'ФИО', kind: 'full_name' },
      { label: 'Дата рождения', kind: 'birth_date' },
      { label: 'Телефон', kind: 'phone' },
      { label: 'Адрес', kind: 'address' }
    ],
    rows: Array.from({ length: RECORDS }, (_, at) => [
      String(at),
      `Многолюдов ${at % 2 ? 'Иван' : 'Пётр'} ${at % 3 ? 'Иванович' : 'Петрович'}`,
      `${String((at % 28) + 1).padStart(2, '0')}.0${(at % 9) + 1}.${1950 + (at % 50)}`,
      `7973204${1000 + at}`,
      `г. Примерск, ул. Образцовая, д. ${at}`
    ])
  })
  client = await registerAndLogin(app)
})

/** The body as it came over the wire. */
async function bytesOf(path: string, init: RequestInit = {}, accepted = 'gzip') {
  const headers = { ...init.headers, 'Accept-Encoding': accepted }
  const response = await client.request(path, { ...init, headers, decompress: false } as RequestInit)
  expect(response.status).toBe(200)
  return {
    encoding: response.headers.get('content-encoding'),
    bytes: Buffer.from(await response.arrayBuffer())
  }
}

const search = (query: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query })
})

test('an answer with a hundred records arrives as an eighth of itself', async () => {
  const { encoding, bytes } = await bytesOf('/api/search/perform', search('Многолюдов'))
  const text = gunzipSync(bytes)
  expect(encoding).toBe('gzip')
  expect(JSON.parse(text.toString()).results_count).toBe(100)
  expect(text.length / bytes.length).toBeGreaterThan(8)
})

test('a browser has it in brotli, also where it was searched in gzip a moment ago', async () => {
  const line = search('Многолюдов Пётр')
  const zipped = await bytesOf('/api/search/perform', line)
  const { encoding, bytes } = await bytesOf('/api/search/perform', line, 'gzip, deflate, br, zstd')
  expect(encoding).toBe('br')
  expect(bytes.length).toBeLessThan(zipped.bytes.length)
  const [inBrotli, inGzip] = [brotliDecompressSync(bytes), gunzipSync(zipped.bytes)].map(text =>
    JSON.parse(text.toString())
  )
  expect(inBrotli.matches).toEqual(inGzip.matches)
  expect([inGzip.charged, inBrotli.charged]).toEqual([1, 0])
})

test('a long list is compressed', async () => {
  await app.database.owner`INSERT INTO search_history (user_id, query, is_api, results_count)
    SELECT ${client.user.id}, 'Примеров Иван ' || n, false, n FROM generate_series(1, 100) AS n`
  const { encoding, bytes } = await bytesOf('/api/search_history')
  expect(encoding).toBe('gzip')
  expect(JSON.parse(gunzipSync(bytes).toString()).data).toHaveLength(100)
})

test.each([
  ['/api/search/perform', search('+7 973 204-10-07')],
  ['/api/news', {}],
  ['/api/auth/me', {}]
])('a small answer of %s is left alone', async (path, init) => {
  const { encoding, bytes } = await bytesOf(path, init)
  expect(encoding).toBeNull()
  expect(JSON.parse(bytes.toString())).toBeObject()
})
