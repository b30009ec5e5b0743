import { serveTasks } from '#api/lib/worker-task.ts'
import { createUnitMaker, type UnitSetup } from './portion.ts'

serveTasks((setup: UnitSetup) => ({ run: createUnitMaker(setup) }))
