import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#api/db/connect.ts'
import * as schema from '#api/db/schema/index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const TABLES = Object.values(schema)
  .filter(each => each instanceof PgTable)
  .map(getTableConfig)

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const list = (columns: { name: string }[]) => columns.map(({ name }) => name).join(', ')

/** What the schema says of every table, a line for each thing. */
const DESCRIBED = TABLES.flatMap(table => {
  const { columns, primaryKeys, uniqueConstraints, indexes, foreignKeys, checks } = table
  const keys = [
    ...columns.filter(({ primary }) => primary).map(column => `primary key (${column.name})`),
    ...primaryKeys.map(key => `primary key (${list(key.columns)})`),
    ...columns
      .filter(({ isUnique }) => isUnique)
      .map(({ name, uniqueName }) => `unique ${uniqueName} (${name})`),
    ...uniqueConstraints.map(unique => `unique ${unique.getName()} (${list(unique.columns)})`)
  ]
  return [
    ...columns.map(column => {
      const isFilled = column.hasDefault || column.generatedIdentity !== undefined
      const type = column.getSQLType().replace(', ', ',')
      return `${column.name} ${type}${column.notNull ? ' not null' : ''}${isFilled ? ' default' : ''}`
    }),
    ...keys,
    ...indexes.map(({ config }) => `${config.unique ? 'unique ' : ''}index ${config.name}`),
    ...foreignKeys.map(key => {
      const { columns: own, foreignColumns, foreignTable } = key.reference()
      const target = `${getTableConfig(foreignTable).name} (${list(foreignColumns)})`
      return `foreign key (${list(own)}) to ${target} on delete ${key.onDelete ?? 'no action'}`
    }),
    ...checks.map(check => `check ${check.name}`)
  ].map(line => `${table.name}: ${line}`)
}).toSorted()

test('the schema says of every table what the migrated database has, and nothing else', async () => {
  const rows: { line: string }[] = await database.owner`
    WITH owned AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'),
    named AS (SELECT c.*, o.relname,
        (SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY k(number, place)
          JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS own,
        (SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(confkey) WITH ORDINALITY k(number, place)
          JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS other
      FROM pg_constraint c JOIN owned o ON conrelid = o.oid)
    SELECT relname || ': ' || said AS line FROM (
      SELECT relname, concat(attname, ' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' not null' END,
        CASE WHEN atthasdef OR attidentity <> '' THEN ' default' END)
        FROM owned JOIN pg_attribute ON attrelid = owned.oid WHERE attnum > 0 AND NOT attisdropped
      UNION ALL SELECT relname, format('primary key (%s)', own) FROM named WHERE contype = 'p'
      UNION ALL SELECT relname, format('unique %s (%s)', conname, own) FROM named WHERE contype = 'u'
      UNION ALL SELECT relname, format('check %s', conname) FROM named WHERE contype = 'c'
      UNION ALL SELECT relname, format('foreign key (%s) to %s (%s) on delete %s', own, confrelid::regclass, other,
        CASE confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' WHEN 'a' THEN 'no action' END)
        FROM named WHERE contype = 'f'
      UNION ALL SELECT relname, format('%sindex %s', CASE WHEN indisunique THEN 'unique ' END, indexrelid::regclass)
        FROM pg_index JOIN owned ON indrelid = owned.oid
        WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    ) AS things(relname, said)`
  expect(rows.map(({ line }) => line).toSorted()).toEqual(DESCRIBED)
  expect(DESCRIBED.length).toBeGreaterThan(300)
})

const dialect = new PgDialect()
const CHECKS = TABLES.flatMap(({ name: table, checks }) =>
  checks.map(({ name, value }) => ({ table, name, condition: dialect.sqlToQuery(value).sql }))
)

test.each(CHECKS)('$name is the condition that the schema says', async ({ table, name, condition }) => {
  const connection = await database.owner.reserve()
  try {
    await connection.unsafe('BEGIN')
    await connection.unsafe(`ALTER TABLE "${table}" ADD CONSTRAINT described CHECK (${condition})`)
    const definitions = await connection`SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = ${table}::regclass AND conname IN ('described', ${name})`
    expect(definitions).toHaveLength(2)
    expect(definitions[0]).toEqual(definitions[1])
  } finally {
    await connection.unsafe('ROLLBACK')
    connection.release()
  }
})
