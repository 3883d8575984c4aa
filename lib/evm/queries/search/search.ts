import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { settledReads } from '#lib/api/readable.ts'
import type { EvmExplorerApi, EvmHit } from '#lib/evm/contract/explorer/api.ts'
import { reportCoverage } from '#lib/evm/coverage/report-coverage.ts'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { findBlock } from '#lib/evm/queries/parts/find-block.ts'
import { findTransaction } from '#lib/evm/queries/transaction/transaction.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { findByName } from './find-contracts.ts'
import { searchedName } from './named-address.ts'

/** Matches of a text on the requested chain, or on every served one. */
export const search =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmSearch'] =>
  async (input, call) => {
    const chains = input.chain === undefined ? context.served.all : [context.served.resolve(input.chain)]
    const [only, ...others] = chains
    if (only && others.length === 0) await reportCoverage(context.coverage, only, call)
    const wanted = input.q.trim().toLowerCase()
    const address = /^(?:0x)?([0-9a-f]{40})$/.exec(wanted)?.[1]
    if (address) return { result: await addressHits(context, chains, `0x${address}`) }
    const hash = /^(?:0x)?([0-9a-f]{64})$/.exec(wanted)?.[1]
    const number = /^#?(\d{1,3}(?:,\d{3})+|\d{1,15})$/.exec(wanted)?.[1]?.replaceAll(',', '')
    const [name, ...answers] = await Promise.all([
      searchedName(context, input.q, call?.signal),
      ...chains
        .flatMap((chain) => {
          const own = context.of(chain)
          if (hash) return hashHits(own, chain, `0x${hash}`, call?.signal)
          const named = findByName(own, chain, input.q)
          return number ? [blockHits(own, chain, String(Number(number)), call?.signal), named] : named
        })
        .map(settled),
    ])
    const hits = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected')
    // A failing node of one chain must not hide results of the others; without any, the search has failed.
    if (!hits.length && failed) throw failed.reason
    const result = [...(await namedHits(context, chains, name)), ...hits]
    return { result, ...(name && { name }) }
  }

/** The address of a name, on the chains where it was active. */
const namedHits = async (
  context: EvmQueryContext,
  chains: readonly ServedChain[],
  name: Awaited<ReturnType<typeof searchedName>>,
): Promise<EvmHit[]> => {
  if (name?.status !== 'resolved' || name.address === null) return []
  const hits = await addressHits(context, chains, name.address)
  return hits.map((hit) => ({
    ...hit,
    title: `${name.name} on ${chains.find((one) => one.name === hit.chain)?.title}`,
  }))
}

const settled = async <Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> =>
  (await Promise.allSettled([work]))[0]

/** Chains on which the address has activity, or every requested chain: any 20 bytes are an address. */
const addressHits = async (
  { known, of }: EvmQueryContext,
  chains: readonly ServedChain[],
  address: string,
): Promise<EvmHit[]> => {
  const active = await settledReads(chains.map((chain) => isActive(of(chain).store.db, chain.id, address)))
  const seen = chains.filter((_, index) => active[index]?.status === 'fulfilled' && active[index].value)
  return (seen.length ? seen : chains).map(({ id, name, title }) => ({
    type: 'address',
    chain: name,
    value: address,
    title: `${known.labelOf(id, address) ?? 'Address'} on ${title}`,
  }))
}

const isActive = async (db: Kysely<EvmTables>, chain: number, address: string): Promise<boolean> => {
  const row = await db
    .selectFrom('evm_wallet_transactions')
    .select('block_number')
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const hashHits = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<EvmHit[]> => {
  const found = await findTransaction(context, chain, hash, signal)
  if (found) return [{ type: 'transaction', chain: chain.name, value: hash, title: `Transaction on ${chain.title}` }]
  return blockHits(context, chain, hash, signal)
}

const blockHits = async (
  context: EvmQueryContext,
  chain: ServedChain,
  numberOrHash: string,
  signal: AbortSignal | undefined,
): Promise<EvmHit[]> => {
  const found = await findBlock(context, chain, numberOrHash, signal)
  if (!found) return []
  const number = 'stored' in found ? found.stored.number : found.fetched.number
  return [{ type: 'block', chain: chain.name, value: numberOrHash, title: `Block ${number} on ${chain.title}` }]
}
