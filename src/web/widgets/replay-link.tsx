/** The way from something past to the replay of its time. */
import { replayAddress } from '../data/reads/replay-address.ts'
import { Link } from './link.tsx'

/** Without an outcome the first market of that time is shown. */
export function ReplayLink(props: {
  readonly at: number
  readonly outcomeId: string | null
  readonly onOpen?: () => void
}) {
  const { at, outcomeId } = props
  return (
    <Link
      to={replayAddress(at, outcomeId)}
      className="button small"
      tip="Books, trades and orders at that time, if recorded"
      {...(props.onOpen === undefined ? {} : { onOpen: props.onOpen })}
    >
      Replay
    </Link>
  )
}
