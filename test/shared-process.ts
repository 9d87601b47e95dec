/**
 * Folders whose unit tests run in one process each, so that both cores have work: nothing there sets anything for the whole
 * process, or has a hook outside of a `describe`, which would be a hook of every file (`test/shared-process.test.ts`).
 */
export const SHARED_PROCESSES = [
  ['src/chat', 'src/contract', 'src/core', 'src/engine', 'src/lib', 'src/paper', 'src/web'],
  ['src/store', 'src/venue', 'simulator'],
] as const
