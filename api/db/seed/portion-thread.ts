import { serveTasks } from '#api/lib/worker-task.ts'
import { createPortionMaker, type PortionSetup } from './portion.ts'

serveTasks(async (setup: PortionSetup) => ({ run: await createPortionMaker(setup) }))
