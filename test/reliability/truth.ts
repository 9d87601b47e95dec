/** The simulator's ledger as tests read it, and what follows from it. */
export type VenueRequest = {
  readonly n: number
  readonly service: string
  readonly method: string
  readonly path: string
  readonly arrival: number
  readonly body_hash: string
  readonly order_hashes: readonly string[]
  readonly status: number
  readonly faults: readonly string[]
}

export type VenueOrderTruth = {
  readonly order: {
    readonly id: string
    readonly wallet: string
    readonly token: string
    readonly side: string
    /** Steps of 0.0001. */
    readonly price: number
    /** Micro-shares. */
    readonly size: string
    readonly filled: string
    readonly status: string
    readonly type: string
    readonly signed: Readonly<Record<string, unknown>> | null
    readonly createdAt: number
  }
  readonly changes: readonly { readonly at: number; readonly change: string; readonly status: string }[]
}

export type VenueFill = {
  readonly trade: string
  readonly order: string
  readonly wallet: string
  readonly token: string
  readonly side: string
  readonly price: number
  /** Millionths, paid or received without the fee. */
  readonly cash: string
  readonly size: string
  readonly role: string
  readonly status: string
}

/** Acts and state of one account. */
export type Truth = {
  readonly requests: readonly VenueRequest[]
  readonly orders: readonly VenueOrderTruth[]
  readonly fills: readonly VenueFill[]
  readonly balances: readonly {
    readonly wallet: string
    readonly cash: string
    readonly held_cash: string
    readonly shares: Readonly<Record<string, string>>
  }[]
}

/** Requests that create an order, in the order of their arrival. */
export function placings({ requests }: Truth): readonly VenueRequest[] {
  return requests.filter(
    ({ service, method, path }) => service === 'clob' && method === 'POST' && /^\/orders?$/.test(path),
  )
}

/** Requests that cancel. */
export function cancels({ requests }: Truth): readonly VenueRequest[] {
  return requests.filter(({ service, method, path }) => {
    return service === 'clob' && method === 'DELETE' && /^\/(order|orders|cancel-)/.test(path)
  })
}

const OPEN: readonly string[] = ['LIVE', 'DELAYED', 'UNMATCHED']

/** Orders that may still trade. The venue calls one that rests after its delay unmatched, until something changes. */
export function openAtVenue({ orders }: Truth): readonly VenueOrderTruth[] {
  return orders.filter(({ order }) => OPEN.includes(order.status))
}
