import { serveTasks } from '#api/processes/worker-task.ts'
import { createPortionMaker, type PortionSetup } from './portion.ts'

serveTasks(async (setup: PortionSetup) => ({ run: await createPortionMaker(setup) }))
