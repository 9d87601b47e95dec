/** Where help stands that is not a view of this page. */

/** The OpenAPI document of the terminal, for programs and their tools. */
export const API_DOCUMENT = '/api/openapi.json'

/** The licences of the packages in the product. */
export const THIRD_PARTY_NOTICES = '/third-party-notices.txt'
