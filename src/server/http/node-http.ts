/** `node:http`; imported as a module it would also build the runtime's own fetch: 70 ms of every start, for nothing. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
