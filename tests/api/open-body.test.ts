import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { acceptsGzip, closeBody, openBody, withGzip, withoutGzip } from '#api/http/open-body.ts'

const LARGE = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => `запись № ${at}`))

describe('a body that is closed later', () => {
  test('is one gzip stream whose sums hold, whatever its end', () => {
    for (const end of ['}', ',"charged":1}', '']) {
      const body = openBody(LARGE, true)
      expect(body.encoding).toBe('gzip')
      const bytes = Buffer.concat(closeBody(body, end))
      expect(bytes.length).toBeLessThan(LARGE.length / 4)
      expect(gunzipSync(bytes).toString()).toBe(LARGE + end)
    }
  })

  test('is read by a browser’s decoder to its end', async () => {
    const body = new Blob([...closeBody(openBody(LARGE, true), ',"последнее":1}')] as BlobPart[])
    const text = await new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).text()
    expect(text).toBe(`${LARGE},"последнее":1}`)
  })

  test('stays text when it is small or nobody takes gzip', () => {
    expect(openBody('{"a":1', true).encoding).toBe('identity')
    expect(openBody(LARGE, false).encoding).toBe('identity')
    expect(Buffer.concat(closeBody(openBody(LARGE, false), '}')).toString()).toBe(`${LARGE}}`)
  })

  test('can be compressed later', () => {
    const bytes = Buffer.concat(closeBody(withGzip(openBody(LARGE, false)), '}'))
    expect(gunzipSync(bytes).toString()).toBe(`${LARGE}}`)
  })

  test('can be had as text again', () => {
    expect(Buffer.concat(closeBody(withoutGzip(openBody(LARGE, true)), '}')).toString()).toBe(`${LARGE}}`)
  })
})

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['*', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000, *', false],
  ['identity, gzip;q=0 , *;q=0.5', false],
  ['gzip;q=0.0, br', false],
  ['identity', false],
  ['br', false],
  ['', false],
  ['x-gzipped', false]
])('takes «%s» for a client that takes gzip: %p', (header, expected) => {
  expect(acceptsGzip(new Headers(header === '' ? {} : { 'accept-encoding': header }))).toBe(expected)
})
