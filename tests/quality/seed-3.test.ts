import { assertFigures } from './assert-figures.ts'

assertFigures({ seed: 3, people: 3_000, sampleSize: 50, except: { totals: 20 } })
