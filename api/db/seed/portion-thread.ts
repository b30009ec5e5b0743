import { serveTasks } from '#api/lib/worker-task.ts'
import { createPortionMaker, type PortionSetup } from './portion.ts'

serveTasks((setup: PortionSetup) => ({ run: createPortionMaker(setup) }))
