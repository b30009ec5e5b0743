export interface Machine {
  memory: number
  disk: number
  /** POSIX shared memory; 0 without it. */
  sharedMemory: number
}

const MIB = 1024 ** 2
const within = (least: number, value: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)))

/** On the command line, so that a release brings its settings. */
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
    // A system cache page costs ten times as much, a disk page a hundred times.
    shared_buffers: share(128, memory / 4, 8192),
    effective_cache_size: share(256, memory / 2, 1024 ** 2),
    maintenance_work_mem: share(64, memory / 16, 1024),
    work_mem: mib(16 * MIB),
    random_page_cost: '1.1',
    jit: 'off',
    // The WAL must not fill a small disk.
    max_wal_size: share(64, disk / 4, 4096),
    // Parallel index builds need it; containers often have 64 MB.
    dynamic_shared_memory_type: sharedMemory >= 2048 * MIB ? 'posix' : 'mmap',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Statements and values are personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    cluster_name: 'sverka'
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
