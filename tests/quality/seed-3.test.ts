import { assertFigures } from './assert-figures.ts'

// Fewer lines, the same path; `bun run quality` asks all.
assertFigures({ seed: 3, people: 3_000, sampleSize: 30, except: { totals: 10 } })
