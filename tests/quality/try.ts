import { recallOf } from './recall.ts'
import { bornOf, loadTruth, nameOf } from './truth.ts'

const truth = await loadTruth(Number(process.argv[2] ?? 1), 20_000)
console.error('loaded')
console.log('name+date', await recallOf(truth, 300, 1, p => `${nameOf(p)} ${bornOf(p)}`))
console.log('name', await recallOf(truth, 300, 2, nameOf))
console.log(
  'surname given date',
  await recallOf(truth, 300, 2, p => `${p.surname} ${p.givenName} ${bornOf(p)}`)
)
console.log('name+year', await recallOf(truth, 300, 2, p => `${nameOf(p)} ${p.year}`))
console.log('name+phone', await recallOf(truth, 300, 3, p => `${nameOf(p)} ${p.phone}`))
console.log('name+city', await recallOf(truth, 300, 3, p => `${nameOf(p)} ${p.address.city}`))
await truth.close()
process.exit(0)
