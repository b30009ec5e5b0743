import type { SQL } from 'bun'

/** A digest of the rows of each table of the product, whatever their order, by name. */
export async function tableContents(
  owner: SQL,
  { without = [] }: { without?: string[] } = {}
): Promise<Record<string, string>> {
  const tables: { name: string }[] = await owner`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`
  const contents: Record<string, string> = {}
  for (const { name } of tables.filter(each => !without.includes(each.name))) {
    const [row] = await owner.unsafe(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' ORDER BY t::text)), '') AS digest FROM "${name}" t`
    )
    contents[name] = row.digest
  }
  return contents
}
