import { expect, test } from 'bun:test'
import { codeOf, type SourceFile, withoutComments } from './tree.ts'

const LITERAL = `(?:'[^'\\n]*[а-яё][^'\\n]*'|"[^"\\n]*[а-яё][^"\\n]*"|\`[^\`]*[а-яё][^\`]*\`)`
const REGEX = '(?<=[=(,:?&|!{[]\\s*|\\breturn\\s)/(?![/*>])[^/\\n]*[а-яё][^/\\n]*/[a-z]*'

/** Code that decides by a Russian text: what the API answers as text is for people, codes and kinds are for the page. */
const COMPARISONS = [
  new RegExp(`[!=]==?\\s*${LITERAL}`, 'iu'),
  new RegExp(`${LITERAL}\\s*[!=]==?`, 'iu'),
  new RegExp(`\\.(?:includes|startsWith|endsWith|indexOf|split|match|search)\\(\\s*${LITERAL}`, 'iu'),
  new RegExp(`\\bcase\\s+${LITERAL}`, 'iu'),
  new RegExp(REGEX, 'iu')
]

/** Names of fields as the sources write them themselves: keys of foreign data, for which there is no code. */
const READ_HEADERS = ['site/features/search/records/results-view.ts']

const comparesTexts = ({ text }: Pick<SourceFile, 'text'>) =>
  COMPARISONS.some(pattern => pattern.test(withoutComments(text)))

test('the site decides nothing by a Russian text', () => {
  const files = codeOf('site').filter(comparesTexts)
  expect(files.map(({ path }) => path)).toEqual(READ_HEADERS)
})

test.each([
  "if (reason.text === 'ФИО другое') return",
  "const isMissing = 'нет' === word",
  "why.some(text => text.includes('рожд'))",
  "text.startsWith(\n  'Связь')",
  "switch (text) { case 'реестр': break }",
  'const CONTRADICTS = /друг(?:ая|ое)/i',
  'const parts = text.split(/ и /)'
])('catches %s', text => {
  expect(comparesTexts({ text })).toBe(true)
})

test.each([
  "const word = side === 'maybe' ? 'вероятно' : ROW_WORDS.related.text",
  '<b>текст</b> и <b>ещё</b>',
  '<a href="/register">Регистрация</a>',
  "const unit = 'запросов/час и часов/день'",
  '// «ФИО» === «имя»'
])('allows %s', text => {
  expect(comparesTexts({ text })).toBe(false)
})
