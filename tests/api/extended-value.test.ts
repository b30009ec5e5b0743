import { expect, test } from 'bun:test'
import { extendedValue } from '#api/http/extended-value.ts'

test.each([
  ["O'Brien (1)*.csv", "UTF-8''O%27Brien%20%281%29%2A.csv"],
  ['клиенты.csv', `UTF-8''${encodeURIComponent('клиенты.csv')}`],
  ['\ud800', "UTF-8''%EF%BF%BD"]
])('%j is written into a header as RFC 8187 has it', (name, value) => {
  expect(extendedValue(name)).toBe(value)
})
