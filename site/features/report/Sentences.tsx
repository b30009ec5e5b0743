import type { Statement } from './people-view.ts'

/** Sentences in a row; what contradicts has «≠» before it. */
export const Sentences = ({ of, between = '; ' }: { of: readonly Statement[]; between?: string }) =>
  of.map(({ text, tone }, at) => (
    <span key={text}>
      {at > 0 && between}
      {tone === 'contradict' ? <span className="clash">{text}</span> : text}
    </span>
  ))
