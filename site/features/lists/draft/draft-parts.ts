export { Columns } from './Columns.tsx'
export { Price } from './Price.tsx'
export { Understood } from './Understood.tsx'
