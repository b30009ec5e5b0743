import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_COMMANDS } from '#tests/commands.ts'
import { ROOT } from './tree.ts'

const VARIABLE = /^[A-Z][A-Z\d]*(_[A-Z\d<>]+)*$/

let readme = ''
let config = ''

beforeAll(async () => {
  readme = await Bun.file(join(ROOT, 'README.md')).text()
  config = await Bun.file(join(ROOT, 'api/config.ts')).text()
})

/** First cells of the table rows, back-ticked, that look like a variable. */
function tableVariables(): string[] {
  const rows = [...readme.matchAll(/^\|([^|\n]+)\|/gm)].map(match => match[1] ?? '')
  return rows
    .flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))
    .filter(name => VARIABLE.test(name))
    .sort()
}

/** The names that `api/config.ts` looks for; a prefix like `PAYMENT_RPC_` stands for `PAYMENT_RPC_<NETWORK>`. */
function readVariables(): string[] {
  const known = [...config.matchAll(/\b(?:row(?:<[^>]*>)?|optional)\(\s*'([A-Z_\d]+)'/g)].map(
    match => match[1] ?? ''
  )
  const prefixes = [...config.matchAll(/'([A-Z_\d]+_)'/g)].map(match => `${match[1]}<NETWORK>`)
  return [...new Set([...known, ...prefixes])].sort()
}

describe('README', () => {
  test('lists exactly the variables that the configuration reads', () => {
    expect(readVariables().length).toBeGreaterThan(20)
    expect(tableVariables().filter(name => name !== 'NODE_ENV')).toEqual(readVariables())
  })

  test('names rooms that exist', () => {
    const named = [...readme.matchAll(/`((?:site|api|shared|tests|deploy)\/[\w./-]*)`/g)].map(
      match => match[1] ?? ''
    )
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('gives commands that package.json has', async () => {
    const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    const commands = [...readme.matchAll(/\bbun(?:@[\d.]+)? run ([a-z:]+)/g)].map(match => match[1] ?? '')
    expect(commands).toContain('start')
    expect(commands).toContain('test')
    expect(commands.filter(command => !(command in scripts))).toEqual([])
  })

  test('lists every command of ours, and each is a script of its own', async () => {
    const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    const ours = Object.keys(scripts).filter(name => /\bbun \S+\.ts$/.test(scripts[name]))
    const listed = [...readme.matchAll(/^\| `bun run ([a-z:]+)/gm)].map(match => match[1] ?? '')
    expect(listed.toSorted()).toEqual(ours.toSorted())
    expect(ALL_COMMANDS.map(({ name }) => name).toSorted()).toEqual(ours.toSorted())
  })

  test.each(ALL_COMMANDS.map(command => [command.name, command] as const))(
    'names only options that %s has',
    (name, { options }) => {
      const lines = readme.split('\n').filter(line => new RegExp(`\\brun ${name}(?![\\w:])`).test(line))
      const named = lines.flatMap(line =>
        [...line.matchAll(/(?<=[\s`])--([a-z-]+)/g)].map(match => match[1] ?? '')
      )
      expect(lines.length).toBeGreaterThan(0)
      expect(named.filter(option => option !== 'allow-scripts' && !(option in options))).toEqual([])
    }
  )

  test('names no option that no command has', () => {
    const options = new Set(ALL_COMMANDS.flatMap(command => Object.keys(command.options)))
    const named = [...readme.matchAll(/(?<=[\s`])--([a-z-]+)/g)].map(match => match[1] ?? '')
    expect(named).toContain('another-database')
    const others = ['help', 'allow-scripts']
    expect(named.filter(option => !options.has(option) && !others.includes(option))).toEqual([])
  })

  test('points every script at a file that exists', async () => {
    const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    const files = Object.values<string>(scripts).flatMap(script => script.match(/\S+\.ts\b/g) ?? [])
    expect(files.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('shows pictures and links that lead somewhere', () => {
    const targets = [...readme.matchAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g)].map(
      match => (match[1] ?? '').split('#')[0] ?? ''
    )
    expect(targets.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
