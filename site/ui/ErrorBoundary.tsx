import { Component, type ReactNode } from 'react'
import { PAGE_BROKEN } from '#shared/texts/broken-page.ts'

interface ErrorBoundaryProps {
  children?: ReactNode
}

/** Needs no other part: every island loads it. Shows words in place of what cannot be drawn. What stands around it goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="banner" data-tone="red" role="alert">
        <div>{PAGE_BROKEN}</div>
        <button type="button" className="button" data-size="s" onClick={() => location.reload()}>
          Обновить страницу
        </button>
      </div>
    )
  }
}
