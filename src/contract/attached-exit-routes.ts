/** The operations on attached exits. Part of the table in routes.ts. */
import { attachedExitBody, attachedExitChange, attachedExitParams } from './attached-exits.ts'
import { attachedExit, attachedExitList } from './records/attached-exits.ts'
import { read, trade } from './route.ts'
import { pagesQuery } from './values.ts'

export const attachedExitRoutes = {
  listAttachedExits: read('Attached exits, newest first, those of the last week that ended too', {
    query: pagesQuery,
    answer: attachedExitList,
  }),
  attachExit: trade('Put an exit on shares that are held and that no other exit covers', {
    body: attachedExitBody,
    answer: attachedExit,
  }),
  changeAttachedExit: trade('Replace the legs of an exit; what rests follows', {
    params: attachedExitParams,
    body: attachedExitChange,
    answer: attachedExit,
  }),
  removeAttachedExit: trade('End an exit, in every mode: what rests of it is cancelled', {
    params: attachedExitParams,
    answer: attachedExit,
  }),
} as const
