export * from './accounts.ts'
export * from './credits.ts'
export * from './numbering.ts'
export * from './sources.ts'
