import { Badge } from '#site/ui/Badge.tsx'

/** Marks a record that the line does not find, and that was added to a person. */
export const FurtherMark = ({ text }: { text: string }) => (
  <Badge>
    <span aria-hidden="true">+ </span>
    <span className="sr">Добавлено. </span>
    {text}
  </Badge>
)
