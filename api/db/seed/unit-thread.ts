import { serveTasks } from '#api/lib/worker-pool.ts'
import { createUnitMaker } from './unit.ts'

serveTasks(createUnitMaker)
