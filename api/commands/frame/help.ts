import type { Command } from './declare.ts'

const WIDTH = 100
const GAP = 2

type HelpRow = [left: string, right: string]

export function usageOf({ name, usage, arguments: argumentTable, options }: Command): string[] {
  const call = `bun run ${name}`
  if (usage) return usage.map(line => `${call} ${line}`)
  const places = Object.values(argumentTable).map(({ placeholder, required, repeated }) => {
    const place = `<${placeholder}>${repeated ? '…' : ''}`
    return required ? place : `[${place}]`
  })
  return [[call, ...places, ...(Object.keys(options).length > 0 ? ['[параметры]'] : [])].join(' ')]
}

/** Without a final line feed. */
export function helpOf(command: Command): string {
  const { name, summary, details = [], arguments: argumentTable, options, examples, failure } = command
  const places = Object.values(argumentTable).map(
    ({ placeholder, about }): HelpRow => [`<${placeholder}>`, about]
  )
  const named = Object.entries(options).map(
    ([option, { placeholder, about, fallback }]): HelpRow => [
      `--${option}${placeholder === null ? '' : ` <${placeholder}>`}`,
      fallback === null ? about : `${about} (по умолчанию ${fallback})`
    ]
  )
  const codes: HelpRow[] = [
    ['0', 'сделано'],
    ['1', failure ?? 'не получилось, причина названа'],
    ['2', 'командная строка не понята']
  ]
  return [
    wrapped(`bun run ${name}: ${summary}`, 0),
    section('Использование', usageOf(command)),
    ...details.map(text => wrapped(text, 0)),
    section('Аргументы', columns(places)),
    section('Параметры', columns([...named, ['-h, --help', 'эта справка; ничего не запускается']])),
    section('Примеры', columns(examples.map(([line, does]) => [`bun run ${name} ${line}`.trim(), does]))),
    section('Код завершения', columns(codes))
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? '' : `${title}:\n${lines.map(line => `  ${line}`).join('\n')}`

/** An entry too long for the left column gets a line of its own. */
function columns(rows: HelpRow[]): string[] {
  const MOST = 36
  const lefts = rows.map(([left]) => left.length).filter(length => length <= MOST)
  const indent = Math.max(0, ...lefts) + GAP
  return rows.flatMap(([left, right]) => {
    const text = wrapped(right, indent)
    return left.length <= MOST ? [`${left.padEnd(indent)}${text}`] : [left, `${' '.repeat(indent)}${text}`]
  })
}

/** Wraps at `WIDTH`, indenting continuation lines to the column. */
function wrapped(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent === 0 ? 0 : indent + GAP)}`)
}
