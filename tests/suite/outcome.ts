/** What a step says of itself: a step without tests counts as one failed when it fails and as nothing when it holds. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
}

export const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0 }

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const ANSI = /\u001b\[[\d;]*m/g

export const plain = (output: string): string => output.replace(ANSI, '')

const sum = (output: string, pattern: RegExp): number =>
  [...plain(output).matchAll(pattern)].reduce((all, match) => all + Number(match[1]), 0)

/** Sums of `bun test`: « 12 pass», « 3 skip», « 1 fail», and « 1 error» for a file that could not be loaded. */
export const countUnit = (output: string): Outcome => ({
  passed: sum(output, /^\s*(\d+) pass$/gm),
  failed: sum(output, /^\s*(\d+) (?:fail|errors?)$/gm),
  skipped: sum(output, /^\s*(\d+) (?:skip|todo)$/gm)
})

/** Sums of the list reporter: «  12 passed (3.4s)», «  1 skipped»; what was broken off did not hold. */
export const countBrowser = (output: string): Outcome => ({
  passed: sum(output, /^\s*(\d+) passed\b/gm),
  failed: sum(output, /^\s*(\d+) (?:failed|flaky|interrupted|did not run|errors? (?:was|were) not)\b/gm),
  skipped: sum(output, /^\s*(\d+) skipped\b/gm)
})

/** `bun test`: «(fail) group > title [1 ms]»; the list reporter: «  1) <path>:<line>:<column> › title». */
const FAILED = /^(?:\(fail\) |\s+\d+\) (?=\S+\.e2e\.ts))(.+)$/gm
/** `bun test`: «(skip) group > title»; the list reporter: «  -  3 <path>:<line>:<column> › title». */
const SKIPPED = /^(?:\((?:skip|todo)\) |\s+-\s+\d+ (?=\S+\.e2e\.ts))(.+)$/gm

const titles = (output: string, pattern: RegExp): string[] => [
  ...new Set([...plain(output).matchAll(pattern)].map(match => match[1]?.trim() ?? ''))
]

export const failedTitles = (output: string): string[] => titles(output, FAILED)
export const skippedTitles = (output: string): string[] => titles(output, SKIPPED)

/** The files of `bun test` under whose heading a test failed. */
export function failedFiles(output: string): string[] {
  const files = new Set<string>()
  let file: string | undefined
  for (const line of plain(output)
    .split(/^\d+ tests? failed:$/m, 1)
    .join()
    .split('\n')) {
    file = /^(tests\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    if (file && line.startsWith('(fail) ')) files.add(file)
  }
  return [...files]
}

/** The last line of a run. */
export const closing = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
