import { dlopen } from 'bun:ffi'

const PR_SET_PDEATHSIG = 1
const SIGKILL = 9
const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']

export function endWithParent(): void {
  if (process.platform !== 'linux') return
  for (const library of LIBRARIES) {
    try {
      const { symbols } = dlopen(library, {
        prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' }
      })
      symbols.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
      return
    } catch {
      // Another C library.
    }
  }
}
