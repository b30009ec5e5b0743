import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type ContentEncoding, encodeBody, encodingFor } from '#api/http/encoded-body.ts'

const LARGE = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => `запись № ${at}`))
const END = ',"последнее":1}'
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes }
const accepting = (encoding: string) => new Headers({ 'accept-encoding': encoding })

test.each(['identity', 'gzip', 'br'] as const)('a large body in parts is one text in %s', async encoding => {
  const body = await encodeBody([Buffer.from(LARGE), Buffer.from(END)], accepting(encoding))
  const bytes = Buffer.concat(body.parts)
  expect(body.encoding).toBe(encoding)
  expect(decompress[encoding](bytes).toString()).toBe(LARGE + END)
  if (encoding !== 'identity') expect(bytes.length).toBeLessThan(LARGE.length / 4)
})

test('a small body stays text', async () => {
  const body = await encodeBody([Buffer.from('{"a":1}')], accepting('br, gzip'))
  expect(body.encoding).toBe('identity')
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
