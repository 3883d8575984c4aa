import { Client, type QueryResult } from 'pg'

/** A table whose primary key begins with a chain, as two partitions. */
export type Partitioned = { table: string; column: string }

/** Tables whose rows belong to no chain. */
const ofNoChain = [/^migration_/, /^(aptos_documents|evm_media|setting|job|rate_limit|daily_use|worker|work_lease)$/]
const chainColumns = ['chain', 'chain_id', 'scope']
const otherSuffix = '_of_others'

/** Puts every table of chains on partitions: one of these chains, and one of all others. */
export const partitionByChain = async (client: Client, chains: readonly number[]): Promise<Partitioned[]> => {
  const { rows } = await client.query<{ table: string; leading: string | null }>(`
    select c.relname as table, (
      select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as leading
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const partitioned: Partitioned[] = []
  for (const { table, leading } of rows) {
    if (leading === null || !chainColumns.includes(leading)) continue
    await client.query(`
      alter table "${table}" rename to "${table}_before";
      create table "${table}" (like "${table}_before" including all) partition by list ("${leading}");
      drop table "${table}_before";
      create table "${table}_of_chain" partition of "${table}" for values in (${chains.join(', ')});
      create table "${table}${otherSuffix}" partition of "${table}" default`)
    partitioned.push({ table, column: leading })
  }
  return partitioned
}

/** Tables of chains whose primary key does not begin with the chain. */
export const tablesWithoutChain = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ table: string; leading: string | null }>(`
    select c.relname as table, (
      select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as leading
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  return rows
    .filter(
      ({ table, leading }) => !(leading && chainColumns.includes(leading)) && !ofNoChain.some((e) => e.test(table)),
    )
    .map(({ table }) => table)
}

/** A statement as it was sent. */
export type Sent = { text: string; values: readonly unknown[] }

/** Records the first sending of each different statement of all clients of this process, until it is stopped. */
export const recordStatements = () => {
  const sent = new Map<string, Sent>()
  const original = Client.prototype.query
  const recording = function (this: Client, ...given: unknown[]): unknown {
    const [text, values] = given
    if (typeof text === 'string' && !sent.has(text))
      sent.set(text, { text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(original, this, given)
  }
  const start = () => {
    Object.assign(Client.prototype, { query: recording })
  }
  start()
  return {
    sent,
    start,
    stop: () => {
      Object.assign(Client.prototype, { query: original })
    },
  }
}

const planned = /^\s*(select|with|insert|update|delete)\b/i

/** The statements whose plan reads the partition of chains that were not asked for, with the tables. */
export const statementsOfOtherChains = async (
  client: Client,
  sent: Iterable<Sent>,
): Promise<{ tables: string[]; text: string }[]> => {
  const found: { tables: string[]; text: string }[] = []
  for (const { text, values } of sent) {
    if (!planned.test(text)) continue
    const { rows }: QueryResult<{ 'QUERY PLAN': unknown }> = await client.query(`explain (format json) ${text}`, [
      ...values,
    ])
    const tables = new Set(relationsIn(rows[0]?.['QUERY PLAN']).filter((name) => name.endsWith(otherSuffix)))
    if (tables.size > 0)
      found.push({
        tables: [...tables].map((name) => name.slice(0, -otherSuffix.length)),
        text: text.replace(/\s+/g, ' '),
      })
  }
  return found
}

const relationsIn = (plan: unknown): string[] => {
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Relation Name' ? [String(value)] : relationsIn(value),
  )
}
