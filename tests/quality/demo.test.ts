import { assertFigures } from './assert-figures.ts'

// Of full size, as the command measures three. Totals are read to the last record of each line: fewer are as strict.
assertFigures({ seed: 1, people: 20_000, sampleSize: 60, except: { totals: 10 } })
