import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_COMMANDS } from '#tests/commands.ts'
import { readDocuments } from './documents.ts'
import { NO_SETTING, variablesRead } from './settings.ts'
import { ROOT } from './tree.ts'

const VARIABLE = /^[A-Z][A-Z\d]*(_[A-Z\d<>]+)*$/

let documents: { path: string; text: string }[] = []
let configuration = ''
let commands = ''
let scripts: Record<string, string> = {}

beforeAll(async () => {
  documents = await readDocuments()
  const guide = (name: string) => documents.find(({ path }) => path === `docs/guides/${name}`)?.text ?? ''
  configuration = guide('configuration.md')
  commands = guide('commands.md')
  scripts = (await Bun.file(join(ROOT, 'package.json')).json()).scripts
})

/** Back-ticked names in the first cells of tables that look like a variable. */
const variablesInTables = (text: string): string[] =>
  [...text.matchAll(/^\|([^|\n]+)\|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))
    .filter(name => VARIABLE.test(name))

/** Variables that a text sets: `NAME=value`, on a shell line too. */
const variablesSet = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.-])([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)=(?=[^\s=])/g)].map(match => match[1] ?? '')

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\bbun(?:@[\d.]+)? run\s+([a-z:]+)/g)].map(match => match[1] ?? '')
const optionsIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\s`])--([a-z-]+)/g)].map(match => match[1] ?? '')

describe('variables', () => {
  test('stand in the table of their guide exactly as the configuration reads them', () => {
    expect(variablesRead().length).toBeGreaterThan(20)
    expect(variablesInTables(configuration).toSorted()).toEqual(variablesRead().toSorted())
  })

  test('are set in no document that the configuration does not read', () => {
    const variables = [...variablesRead(), ...NO_SETTING]
    const named = documents.flatMap(({ text }) => variablesSet(text))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter(name => !variables.includes(name))).toEqual([])
  })

  test('are found where a text sets one, and in tables', () => {
    expect(variablesSet('`GONE_URL=https://x` and (PORT=1), not a == b, not X-A=1')).toEqual([
      'GONE_URL',
      'PORT'
    ])
    expect(variablesInTables('| `GONE` | 1 |\n| `not` `A_<B>` | `C` |')).toEqual(['GONE', 'A_<B>'])
  })
})

describe('commands', () => {
  test('that a document gives are in package.json', () => {
    const names = documents.flatMap(({ text }) => commandsIn(text))
    expect(names).toContain('start')
    expect(names).toContain('test')
    expect(names.filter(command => !(command in scripts))).toEqual([])
    expect(commandsIn('`bun run gone`, `npx bun@1.4.5 run\nlost`')).toEqual(['gone', 'lost'])
  })

  test('are all in their guide, and each is a script of its own', () => {
    const ours = Object.keys(scripts).filter(name => /\bbun \S+\.ts$/.test(scripts[name] ?? ''))
    const listed = [...commands.matchAll(/^\| `bun run ([a-z:]+)/gm)].map(match => match[1] ?? '')
    expect(listed.toSorted()).toEqual(ours.toSorted())
    expect(ALL_COMMANDS.map(({ name }) => name).toSorted()).toEqual(ours.toSorted())
  })

  test('run files that exist', () => {
    const files = Object.values(scripts).flatMap(script => script.match(/\S+\.ts\b/g) ?? [])
    expect(files.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test.each(ALL_COMMANDS.map(command => [command.name, command] as const))(
    'stand in documents only with options that they have: %s',
    (name, { options }) => {
      const lines = documents
        .flatMap(({ text }) => text.split('\n'))
        .filter(line => new RegExp(`\\brun ${name}(?![\\w:])`).test(line))
      expect(lines.length).toBeGreaterThan(0)
      const others = ['help', 'allow-scripts']
      const named = lines.flatMap(optionsIn).filter(option => !others.includes(option))
      expect(named.filter(option => !(option in options))).toEqual([])
    }
  )

  test('have every option that a document names', () => {
    const options = new Set([
      'help',
      'allow-scripts',
      ...ALL_COMMANDS.flatMap(each => Object.keys(each.options))
    ])
    const others = /^(?:bun test|bunx) /
    const lines = documents.flatMap(({ text }) => text.split('\n')).filter(line => !others.test(line))
    const named = lines.flatMap(optionsIn)
    expect(named).toContain('another-database')
    expect(named.filter(option => !options.has(option))).toEqual([])
    expect(optionsIn('`--gone`, and --lost')).toEqual(['gone', 'lost'])
  })
})
