import type { Command } from './declare.ts'

const WIDTH = 100
const GAP = 2

type Row = [left: string, right: string]

/** How the command is called, one line a way. */
export function usageOf({ name, usage, arguments: wanted, options }: Command): string[] {
  const call = `bun run ${name}`
  if (usage) return usage.map(line => `${call} ${line}`)
  const places = Object.values(wanted).map(({ placeholder, required, repeated }) => {
    const place = `<${placeholder}>${repeated ? '…' : ''}`
    return required ? place : `[${place}]`
  })
  return [[call, ...places, ...(Object.keys(options).length > 0 ? ['[параметры]'] : [])].join(' ')]
}

/** The whole help, without a line end after it. */
export function helpOf(command: Command): string {
  const { name, summary, details = [], arguments: wanted, options, examples, failure } = command
  const places = Object.values(wanted).map(({ placeholder, about }): Row => [`<${placeholder}>`, about])
  const named = Object.entries(options).map(
    ([option, { placeholder, about, fallback }]): Row => [
      `--${option}${placeholder === null ? '' : ` <${placeholder}>`}`,
      fallback === null ? about : `${about} (по умолчанию ${fallback})`
    ]
  )
  const codes: Row[] = [
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

/** Two columns; a left one that is too long for its column has a line of its own. */
function columns(rows: Row[]): string[] {
  const MOST = 36
  const lefts = rows.map(([left]) => left.length).filter(length => length <= MOST)
  const indent = Math.max(0, ...lefts) + GAP
  return rows.flatMap(([left, right]) => {
    const text = wrapped(right, indent)
    return left.length <= MOST ? [`${left.padEnd(indent)}${text}`] : [left, `${' '.repeat(indent)}${text}`]
  })
}

/** Lines of at most `WIDTH`, those after the first one indented as far as the section and the column. */
function wrapped(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent === 0 ? 0 : indent + GAP)}`)
}
