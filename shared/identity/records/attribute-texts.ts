import { unique } from '#shared/identity/text/lists.ts'
import { textWords } from '#shared/identity/text/tokenize.ts'
import type { Written } from './display-values.ts'

/** An organisation for comparison: its words without the legal form. */
export const organisationKey = (text: string): string => textWords(text).join(' ')

/** Where the person is said to live, for comparison. */
export const homesOf = ({ addresses }: Written): string[] =>
  unique(addresses.filter(({ link }) => !link).map(({ normal }) => normal))

/** Where the person is said to work, for comparison. */
export const workplacesOf = ({ workplaces, organizations }: Written): string[] =>
  unique([...workplaces, ...organizations].map(organisationKey).filter(key => key !== ''))
