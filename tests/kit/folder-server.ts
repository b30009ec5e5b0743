import { type EmbeddedServer, openEmbedded } from '#api/db/embedded.ts'

/**
 * Of a small machine: a server for a quarter of a large one's memory takes six times as long to start and to stop, and
 * every database that is made or dropped looks through all of it.
 */
export const SERVER_MEMORY = 2 * 1024 ** 3
const MAX_CONNECTIONS = 100

/** Runs the server of a data folder until `close`, so that of many processes on it none starts and stops one. */
export const runFolderServer = (dataDir: string, maxConnections = MAX_CONNECTIONS): Promise<EmbeddedServer> =>
  openEmbedded(dataDir, { maxConnections, memory: SERVER_MEMORY })
