import { describe, expect, test } from 'bun:test'
import { PROBLEMS } from '#shared/problems.ts'
import { codeOf, withoutComments, wordsOfCode } from './tree.ts'

/** Shorter texts are words that a screen may say for itself: «Не найдено». */
const SENTENCE_CHARS = 25
const CATALOGUES = ['shared/problems.ts', 'shared/rules/form-refusals.ts', 'shared/rules/admin-refusals.ts']
const house = codeOf('site', 'api', 'shared')

/** Names that a module exports as values or types. */
function exportsOf(text: string): string[] {
  const declared =
    /^export\s+(?:declare\s+)?(?:async\s+)?(?:const|function|interface|type|class|let)\s+([A-Za-z_$][\w$]*)/gm
  const listed = /^export\s+(?:type\s+)?\{([^}]*)\}/gm
  return [
    ...[...text.matchAll(declared)].map(match => match[1] ?? ''),
    ...[...text.matchAll(listed)].flatMap(match =>
      (match[1] ?? '').split(',').map(name =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .replace(/^.*\sas\s+/, '')
      )
    )
  ].filter(name => name !== '')
}

describe('labels and refusals', () => {
  test('use every refusal of the catalogue somewhere', () => {
    const text = house
      .filter(file => !CATALOGUES.includes(file.path))
      .map(file => withoutComments(file.text))
      .join('\n')
    const unused = Object.keys(PROBLEMS).filter(code => !new RegExp(`\\b${code}\\b`).test(text))
    expect(unused).toEqual([])
  })

  test('give every refusal a Russian text of its own and a status of the contract', () => {
    const texts = Object.values(PROBLEMS).map(problem => problem.text)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    for (const { status, text } of Object.values(PROBLEMS)) {
      expect([400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 429, 500, 503]).toContain(status)
      if (text !== 'Not authenticated') expect(text).toMatch(/[а-яё]/i)
    }
  })

  test('use every name of the labels and texts', () => {
    const labels = house.filter(file => /^shared\/(labels|texts)\//.test(file.path))
    expect(labels.length).toBeGreaterThan(0)
    const unused = labels.flatMap(file => {
      const elsewhere = house
        .filter(other => other.path !== file.path)
        .map(other => wordsOfCode(other.text))
        .join('\n')
      return exportsOf(file.text)
        .filter(name => !new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(elsewhere))
        .map(name => `${file.path}: ${name}`)
    })
    expect(unused).toEqual([])
  })

  test('use every number of the business', () => {
    const constants = house.find(file => file.path === 'shared/constants.ts')
    const elsewhere = house
      .filter(file => file !== constants)
      .map(file => wordsOfCode(file.text))
      .join('\n')
    const unused = exportsOf(constants?.text ?? '').filter(
      name => !new RegExp(`\\b${name}\\b`).test(elsewhere)
    )
    expect(unused).toEqual([])
  })

  test('write the text of a refusal in one place', () => {
    const code = house.map(file => withoutComments(file.text)).join('\n')
    const repeated = Object.entries(PROBLEMS)
      .filter(([, { text }]) => text.length >= SENTENCE_CHARS)
      .filter(([, { text }]) => code.split(`'${text}'`).length > 2)
    expect(repeated.map(([name]) => name)).toEqual([])
  })
})
