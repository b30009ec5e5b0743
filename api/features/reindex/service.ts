export { type Move, moveRecords } from './move-records.ts'
export { createRecordStore } from './restore-records.ts'
export { indicesOf } from './store.ts'
