/** A panel that fails takes nothing else with it. */
import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = { readonly failure: string; readonly children: ReactNode }

/** Shows the panel, or its failure and a way to try again. */
export class PanelBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="empty" role="alert">
        <p className="danger">{this.props.failure}</p>
        <button type="button" className="button small" onClick={() => this.setState({ failed: false })}>
          Show it again
        </button>
      </div>
    )
  }
}
