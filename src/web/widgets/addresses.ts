/** Addresses of help outside this page. */
import { PATHS } from '#contract/paths.ts'

/** The OpenAPI document of the terminal, for programs and their tools. */
export const API_DOCUMENT = PATHS.readOpenApi.path

/** The licences of the packages in the product. */
export const THIRD_PARTY_NOTICES = '/third-party-notices.txt'
