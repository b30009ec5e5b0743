export type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
