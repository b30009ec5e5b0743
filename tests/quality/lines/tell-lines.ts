import { measureCost, measureLines } from './measure-lines.ts'
import { measureOutsideNames } from './outside-names.ts'

/** Over all lines, and in each class. */
const GOAL = 0.985
const CLASS_GOAL = 0.95
const MISSES_TOLD = 3

const share = (value: number) => value.toFixed(3).replace('.', ',')
const mark = (isReached: boolean) => (isReached ? '✓' : '✗')
const goal = (value: number) => `≥ ${String(value).replace('.', ',')}`
const microseconds = (value: number) => `${Math.round(value)} мкс`

/** Prints the figures of typed lines of a seed and answers how many goals are missed. */
export function tellLines(seed: number, say: (text: string) => void): number {
  say(`Строки, семя ${seed}`)
  const classes = measureLines(seed)
  let missed = 0
  for (const { name, right, of, misses } of classes) {
    const isReached = right / of >= CLASS_GOAL
    say(`${mark(isReached)}  ${share(right / of)}  ${goal(CLASS_GOAL)}  ${name} (из ${of})`)
    if (isReached) continue
    missed += 1
    for (const miss of misses.slice(0, MISSES_TOLD)) say(`     ${miss}`)
  }
  const right = classes.reduce((sum, figure) => sum + figure.right, 0)
  const all = classes.reduce((sum, { of }) => sum + of, 0)
  say(`${mark(right / all >= GOAL)}  ${share(right / all)}  ${goal(GOAL)}  все строки (из ${all})`)
  const { median, p99, dearest } = measureCost(seed)
  say(
    `   чтение строки: обычно ${microseconds(median)}, 99 из 100 до ${microseconds(p99)}, самая дорогая ${microseconds(dearest)}`
  )
  for (const { title, value, of, misses } of measureOutsideNames()) {
    say(
      value === null
        ? `   —  ${title}: набора рядом нет, не измерено`
        : `   ${share(value)}  ${title} (из ${of})`
    )
    for (const miss of misses.slice(0, MISSES_TOLD)) say(`     ${miss}`)
  }
  return missed + Number(right / all < GOAL)
}
