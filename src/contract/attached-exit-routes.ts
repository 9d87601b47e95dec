/** The operations on attached exits. Part of the table in routes.ts. */
import {
  attachedExit,
  attachedExitBody,
  attachedExitChange,
  attachedExitList,
  attachedExitParams,
} from './attached-exits.ts'
import { PATHS } from './paths.ts'
import { pagesQuery } from './values.ts'

export const attachedExitRoutes = {
  listAttachedExits: {
    ...PATHS.listAttachedExits,
    auth: 'session',
    scope: 'read',
    summary: 'Attached exits, newest first, those of the last week that ended too',
    query: pagesQuery,
    answer: attachedExitList,
  },
  attachExit: {
    ...PATHS.attachExit,
    auth: 'session',
    scope: 'trade',
    summary: 'Put an exit on shares that are held and that no other exit covers',
    body: attachedExitBody,
    answer: attachedExit,
  },
  changeAttachedExit: {
    ...PATHS.changeAttachedExit,
    auth: 'session',
    scope: 'trade',
    summary: 'Replace the legs of an exit; what rests follows',
    params: attachedExitParams,
    body: attachedExitChange,
    answer: attachedExit,
  },
  removeAttachedExit: {
    ...PATHS.removeAttachedExit,
    auth: 'session',
    scope: 'trade',
    summary: 'End an exit, in every mode: what rests of it is cancelled',
    params: attachedExitParams,
    answer: attachedExit,
  },
} as const
