/**
 * Layers whose unit tests run in one process: nothing there holds a socket or a file, sets anything for the whole process, or
 * has a hook outside of a `describe`, which would be a hook of every file (`test/shared-process.test.ts`).
 */
export const SHARED_PROCESS = ['chat', 'contract', 'core', 'engine', 'lib', 'paper', 'web'] as const
