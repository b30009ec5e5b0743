import { unique } from '#shared/identity/text/lists.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import type { DisplayValues } from './display-values.ts'

/** Tokens of an organisation, without the legal form. */
export const organizationKey = (text: string): string => tokenize(text).join(' ')

export const homeAddresses = ({ addresses }: DisplayValues): string[] =>
  unique(addresses.filter(({ link }) => !link).map(({ normal }) => normal))

export const normalWorkplaces = ({ workplaces, organizations }: DisplayValues): string[] =>
  unique([...workplaces, ...organizations].map(organizationKey).filter(key => key !== ''))
