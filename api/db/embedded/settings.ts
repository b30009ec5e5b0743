/** What the settings are derived from, in bytes. */
export interface Machine {
  memory: number
  /** Size of the file system that holds the data. */
  disk: number
  /** Room for POSIX shared memory; 0 when there is none. */
  sharedMemory: number
}

const MIB = 1024 ** 2
const within = (least: number, value: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)))

/**
 * Server settings for short look-ups beside loads. They stand on the command line, so a new release brings its own and a
 * data folder carries none.
 */
export function serverSettings(
  { memory, disk, sharedMemory }: Machine,
  socketFolder: string,
  maxConnections: number
): string[] {
  const mib = (bytes: number) => `${bytes / MIB}MB`
  const share = (least: number, part: number, most: number) => `${within(least, part / MIB, most)}MB`
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(maxConnections),
    // A page that the system holds costs ten times as much as one of these, and one that it let go a hundred times.
    shared_buffers: share(128, memory / 4, 8192),
    effective_cache_size: share(256, memory / 2, 1024 ** 2),
    maintenance_work_mem: share(64, memory / 16, 1024),
    work_mem: mib(16 * MIB),
    random_page_cost: '1.1',
    jit: 'off',
    // On a small disk the log of changes must not be what fills it.
    max_wal_size: share(64, disk / 4, 4096),
    // Parallel index builds take shared memory as large as maintenance_work_mem; containers often have 64 MB.
    dynamic_shared_memory_type: sharedMemory >= 2048 * MIB ? 'posix' : 'mmap',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The server's log tells how the server fares. Statements and values are personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    cluster_name: 'sverka'
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
