import { Banner } from './Banner.tsx'

interface WarningsProps {
  of: readonly { key: string; text: string }[]
}

/** Sentences that ask to look, a banner each. */
export const Warnings = ({ of }: WarningsProps) =>
  of.map(({ key, text }) => (
    <Banner key={key} tone="ochre">
      {text}
    </Banner>
  ))
