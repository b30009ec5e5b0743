import { useStore } from '@nanostores/react'
import { $toast } from '#site/lib/toast-store.ts'

/** The one polite message of the page; it stands once, in the frame. */
export const Toast = () => (
  <p className="toast" role="status">
    {useStore($toast)}
  </p>
)
