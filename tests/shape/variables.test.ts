import { expect, test } from 'bun:test'
import { codeOf, type SourceFile, wordsOfCode } from './tree.ts'

/** Participles that leave open what a value is. */
const EMPTY_WORDS = 'known|found|said|kept|given|asked|made|those|taken|told'
const EMPTY_TYPES = EMPTY_WORDS.replace(/\b[a-z]/g, letter => letter.toUpperCase())

/** Where a name is declared: a variable, a function, a parameter, or one that takes a list or object apart under a name of its own. */
const DECLARATIONS = [
  new RegExp(`\\b(?:const|let|var|function)\\s+(${EMPTY_WORDS})\\b`, 'g'),
  new RegExp(`\\((?:\\.\\.\\.)?(${EMPTY_WORDS})\\??: `, 'g'),
  new RegExp(`, (${EMPTY_WORDS})\\??: (?:readonly|string|number|boolean|[A-Z]\\w*[a-z])`, 'g'),
  new RegExp(`(?<![.\\w])(?:async\\s+)?(${EMPTY_WORDS})\\s*=>`, 'g'),
  new RegExp(`\\((?:[\\w\\s,]*,\\s*)?(?:\\.\\.\\.)?(${EMPTY_WORDS})(?:,[\\w\\s,]*)?\\)\\s*=>`, 'g'),
  new RegExp(`\\b(?:const|let)\\s+\\[[^\\]=]*\\b(${EMPTY_WORDS})\\b`, 'g'),
  new RegExp(`\\b(?:const|let)\\s+\\{[^}=]*\\w: (${EMPTY_WORDS})\\b`, 'g'),
  // Types and components.
  new RegExp(`\\b(?:const|function|interface|type|class)\\s+(${EMPTY_TYPES})(?=[ <({:])`, 'g')
]

/** A given name is the word of the field for the name that is no surname. */
const isGivenName = (name: string, path: string, line: string) =>
  name === 'given' && (/(^|\/)identity\//.test(path) || /surname|patronymic/.test(line))

function emptyNames({ path, text }: SourceFile): string[] {
  return wordsOfCode(text)
    .split('\n')
    .flatMap((line, at) =>
      DECLARATIONS.flatMap(pattern => [...line.matchAll(pattern)].map(match => match[1] ?? ''))
        .filter(name => !isGivenName(name, path, line))
        .map(name => `${path}:${at + 1} ${name}`)
    )
}

test('variables, types and components are named by a noun that says what they hold', () => {
  expect([...new Set(codeOf('api', 'shared', 'site', 'tests').flatMap(emptyNames))]).toEqual([])
})

test.each([
  'const known = replies.get(key)',
  'let asked = 0',
  'for (const given of names) add(given)',
  'const [found, rest] = await read()',
  'const { violations: found } = run()',
  'function told(text: string) {}',
  'function search(found: Hit[]) {}',
  'const find = (line: string, kept?: string) => line',
  'rows.map(said => said.length)',
  'test.each(rows)(name, (text, said) => {})',
  'const all = (...asked) => ask(asked)',
  'interface Found { hits: number }',
  'type Known = Exclude<Kind, Name>',
  'function Said({ job }: Props) {}'
])('catches %s', text => {
  expect(emptyNames({ path: 'api/app.ts', text })).not.toEqual([])
})

test.each([
  ['api/app.ts', 'const { kept, removed } = removal'],
  ['api/app.ts', 'return { found: true, known: 1 }'],
  ['api/app.ts', '// const known = what was known'],
  ['shared/identity/names/types.ts', 'for (const given of givens) add(given)'],
  ['tests/kit/people.ts', 'const nameOf = (surname: string, given: string) => surname']
])('allows in %s %s', (path, text) => {
  expect(emptyNames({ path, text })).toEqual([])
})
