import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type ContentEncoding, closeBody, encodeBody, encodingFor, openBody } from '#api/http/open-body.ts'

const LARGE = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => `запись № ${at}`))
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes }
const whole = (body: Parameters<typeof closeBody>[0], end: string) => Buffer.concat(closeBody(body, end))

describe.each(['gzip', 'br'] as const)('a body of %s that is closed later', encoding => {
  test('is one stream that holds, whatever its end', () => {
    for (const end of ['}', ',"charged":1}', '', `,"long":"${'я'.repeat(20_000)}"}`]) {
      const body = openBody(LARGE, encoding)
      expect(body.encoding).toBe(encoding)
      const bytes = whole(body, end)
      expect(bytes.length - end.length * 2).toBeLessThan(LARGE.length / 4)
      expect(decompress[encoding](bytes).toString()).toBe(LARGE + end)
    }
  })

  test('stays text when it is small', () => {
    expect(openBody('{"a":1', encoding).encoding).toBe('identity')
  })

  test.each(['identity', 'gzip', 'br'] as const)('can be had as %s', other => {
    const body = encodeBody(openBody(LARGE, encoding), other)
    expect(body.encoding).toBe(other)
    expect(decompress[other](whole(body, '}')).toString()).toBe(`${LARGE}}`)
  })
})

test('a body of gzip is read by a browser’s decoder to its end', async () => {
  const body = new Blob([...closeBody(openBody(LARGE, 'gzip'), ',"последнее":1}')] as BlobPart[])
  const text = await new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  expect(text).toBe(`${LARGE},"последнее":1}`)
})

test('a body stays text for who takes nothing else, and can be compressed later', () => {
  const text = openBody(LARGE, 'identity')
  expect(whole(text, '}').toString()).toBe(`${LARGE}}`)
  expect(gunzipSync(whole(encodeBody(text, 'gzip'), '}')).toString()).toBe(`${LARGE}}`)
})

test.each<[header: string, encoding: ContentEncoding]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['BR', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.000, *', 'identity'],
  ['identity, gzip;q=0 , *;q=0.5', 'identity'],
  ['gzip;q=0.0, br', 'br'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['x-gzipped', 'identity']
])('answers who takes «%s» in %s', (header, encoding) => {
  expect(encodingFor(new Headers(header === '' ? {} : { 'accept-encoding': header }))).toBe(encoding)
})
