import { DELETED_VERDICTS } from '#shared/texts/past-verdicts.ts'
import { Check } from '#site/ui/form/Check.tsx'

interface KeepVerdictsProps {
  text: string
  /** Empty at first: what is deleted takes its verdicts along. */
  onChange(isKept: boolean): void
}

/** What a deletion takes along, and the choice to leave the verdicts. */
export const KeepVerdicts = ({ text, onChange }: KeepVerdictsProps) => (
  <>
    {text}
    <Check onChange={event => onChange(event.target.checked)}>{DELETED_VERDICTS.keep}</Check>
  </>
)
