/** Where help stands that is not a view of this page. */

/** The reference of the HTTP and live API, served by the terminal itself. */
export const API_REFERENCE = '/docs/api'

/** The licences of the packages in the product. */
export const THIRD_PARTY_NOTICES = '/third-party-notices.txt'
