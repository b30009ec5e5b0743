import { serveTasks } from '#api/lib/workers.ts'
import { createUnitMaker } from './unit.ts'

serveTasks(createUnitMaker)
