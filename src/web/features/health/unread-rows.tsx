/** Rows of the venue's lists that the terminal does not understand: named by list, with what is wrong. */
import type { FeedHealth } from '../../platform/api/wire.ts'

/** Nothing while every row is understood. */
export function UnreadRows({ feeds }: { readonly feeds: readonly FeedHealth[] }) {
  const found = feeds.filter((feed) => feed.not_understood.count > 0)
  const count = found.reduce((sum, feed) => sum + feed.not_understood.count, 0)
  if (count === 0) return null
  return (
    <section className="panel" aria-label="Rows not understood">
      <header className="panel-head">
        <h2>Rows not understood</h2>
        <span className="soft">{count} in the venue's last answers; all other rows are shown</span>
      </header>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col">Id</th>
            <th scope="col" className="wide">
              What is wrong
            </th>
          </tr>
        </thead>
        <tbody>
          {found.flatMap(({ name, not_understood: { rows, count: all } }) => [
            ...rows.map(({ list, id, reason }, index) => (
              <tr key={`${name} ${index}`}>
                <th scope="row">{list}</th>
                <td className="mono">{id ?? 'none'}</td>
                <td className="wide dim">{reason}</td>
              </tr>
            )),
            ...(all > rows.length
              ? [
                  <tr key={`${name} more`}>
                    <th scope="row">{name}</th>
                    <td>{'\u2013'}</td>
                    <td className="wide dim">and {all - rows.length} more</td>
                  </tr>,
                ]
              : []),
          ])}
        </tbody>
      </table>
    </section>
  )
}
