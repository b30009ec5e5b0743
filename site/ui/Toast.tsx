import { $toast } from '#site/lib/toast-store.ts'
import { useStore } from '#site/lib/use-store.ts'

/** The one polite message of the page; it stands once, in the frame. */
export const Toast = () => (
  <p className="toast" role="status">
    {useStore($toast)}
  </p>
)
