/** Options that several commands have. */
import { port } from './option-values.ts'

export type Data = { readonly data?: string }
export type Port = { readonly port?: number }

/** Receives the exit code of the command that ran. */
export type Tell = (code: number) => void

export const DATA = [
  '--data <directory>',
  'the data directory in place of DATA_DIR, or the one above its demo or paper',
] as const
// Not --env-file: Node reads that, wherever it is in the line.
export const SETTINGS = ['--settings <file>', 'read the settings from this file in place of .env'] as const
export const PORT = [
  '--port <number>',
  'of the running terminal, in place of the one of HTTP_ADDR',
  port,
] as const
