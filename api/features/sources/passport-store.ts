import { type DeclaredPassport, declaredPassport } from '#shared/contracts/passport.ts'
import { type Passport, passport } from '#shared/rules/passport.ts'

type Columns = { [Field in keyof Passport]-?: NonNullable<Passport[Field]> | null } & Pick<Passport, 'title'>

/** The columns of `source` that a passport fills; they have the names of its fields. */
export const passportColumns = (declared: Passport): Columns =>
  Object.fromEntries(
    Object.keys(passport.entries).map(field => [field, declared[field as keyof Passport] ?? null])
  ) as Columns

/** The same the other way; what is undeclared is null, or absent where the contract has it optional. */
export const storedPassport = (row: { [Field in keyof Passport]?: unknown }): DeclaredPassport =>
  Object.fromEntries(
    Object.entries(declaredPassport.entries).flatMap(([field, { type }]) => {
      const value = row[field as keyof Passport] ?? null
      return value === null && type === 'optional' ? [] : [[field, value]]
    })
  ) as DeclaredPassport
