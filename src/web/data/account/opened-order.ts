/** The order whose timeline is open; at least one of the two is known. */
export type OpenedOrder = { readonly id: string | null; readonly clientOrderId: string | null }
