import { type Kysely, sql } from 'kysely'
import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Holdings } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { balanceCall, readNumbers, stateKey } from '#lib/evm/query/state-block.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import { balanceBlockHeader, missingBalancesHeader } from './balance-contract.ts'

/** A token that an address may hold. */
type Candidate = {
  address: Hex
  /** The block of the address's newest indexed transfer of it; null without one. */
  newestBlock: number | null
}

type TransferredTokens = {
  /** Those moved most recently first. */
  tokens: readonly Candidate[]
  /** False if there may be more: the transfers read, or the tokens returned, are bounded. */
  isWhole: boolean
}

/** Transfers read on each side of an address: some ten milliseconds. */
const transfersMax = 5_000
const transferredTokensMax = 500

/** The tokens of an address's newest indexed transfers up to a block. */
export const transferredTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  block: number,
): Promise<TransferredTokens> => {
  const read = async (side: 'from_address' | 'to_address') => {
    const { rows } = await sql<{ token: Uint8Array; transfers: number; newest: number }>`
      select token_address as token, count(*) as transfers, max(block_number) as newest from (
        select token_address, block_number from evm_erc20_transfers
          where chain = ${chain} and ${sql.ref(side)} = ${toBytes(address)} and block_number <= ${block}
          order by block_number desc, log_index desc limit ${transfersMax}) as newest_transfers
      group by token_address`.execute(db)
    return rows
  }
  const sides = await Promise.all([read('from_address'), read('to_address')])
  const newestOf = new Map<Hex, number>()
  for (const { token, newest } of sides.flat()) {
    const key = toHex(token)
    newestOf.set(key, Math.max(newestOf.get(key) ?? 0, Number(newest)))
  }
  const tokens = [...newestOf]
    .map(([token, newestBlock]) => ({ address: token, newestBlock }))
    .sort((a, b) => b.newestBlock - a.newestBlock || (a.address < b.address ? -1 : 1))
  const isCut = sides.some((rows) => rows.reduce((sum, { transfers }) => sum + Number(transfers), 0) >= transfersMax)
  return { tokens: tokens.slice(0, transferredTokensMax), isWhole: !isCut && tokens.length <= transferredTokensMax }
}

/** Those of `contracts` that are known to have ERC20 balances: `balanceOf` of an ERC721 contract counts tokens. */
const knownErc20 = async (db: Kysely<EvmTables>, chain: number, contracts: readonly string[]): Promise<Hex[]> => {
  if (contracts.length === 0) return []
  const rows = await db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', contracts.filter(isHex).map(toBytes))
    .where('kind', 'in', ['ERC20', 'ERC404'])
    .execute()
  return rows.map(({ address }) => toHex(address))
}

type HoldingsQuestion = {
  chain: ServedChain
  address: string
  block: StateBlock
  /** Whether every transfer up to the block is indexed: then the token list adds nothing. */
  isIndexWhole: boolean
  signal?: AbortSignal
}

/**
 * The ERC20 holdings of an address. Candidates are the tokens of its indexed transfers, of `CONTRACTS_<CHAIN>`, and, if
 * transfers may be missing, of the bundled token list. Of equal addresses, the first counts.
 */
const holdingsAt = async (
  context: EvmQueryContext,
  { chain, address, block, isIndexWhole, signal }: HoldingsQuestion,
): Promise<Holdings> => {
  const start = async (limit: AbortSignal): Promise<Holdings> => {
    const { db } = context.store
    const [transferred, configured] = await Promise.all([
      transferredTokens(db, chain.id, address, block.number),
      knownErc20(db, chain.id, chain.contracts ?? []),
    ])
    const listed = isIndexWhole && transferred.isWhole ? [] : [...listedTokens(chain.id).values()]
    const candidates = new Map<Hex, Candidate>(transferred.tokens.map((token) => [token.address, token]))
    for (const token of [...configured, ...listed.map((one) => one.address)])
      if (!candidates.has(token)) candidates.set(token, { address: token, newestBlock: null })
    const read = await readHoldings(context, chain, address, {
      candidates: [...candidates.values()],
      block,
      signal: limit,
    })
    return { ...read, isWhole: transferred.isWhole, transferredCount: transferred.tokens.length }
  }
  if (block.hash === undefined) {
    using limit = timeLimit(timeoutMs, late)
    return await start(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  }
  const key = `${stateKey(chain, block, address)} ${isIndexWhole}`
  return await context.stateReads.holdings.read(key, start, signal)
}

const timeoutMs = 10_000
const late = 'The node did not answer in time.'

/** The same of these tokens only. */
const holdingsOf = async (
  context: EvmQueryContext,
  { chain, address, block, signal }: HoldingsQuestion,
  tokens: readonly Hex[],
): Promise<Holdings> => {
  using limit = timeLimit(timeoutMs, late)
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  const candidates = tokens.map((token) => ({ address: token, newestBlock: null }))
  const read = await readHoldings(context, chain, address, { candidates, block, signal: either })
  return { ...read, isWhole: true, transferredCount: 0 }
}

const readHoldings = async (
  context: EvmQueryContext,
  chain: ServedChain,
  address: string,
  { candidates, block, signal }: { candidates: readonly Candidate[]; block: StateBlock; signal: AbortSignal },
): Promise<Omit<Holdings, 'isWhole' | 'transferredCount'>> => {
  const calls = candidates.map((token) => balanceCall(token.address, address))
  const answers = await readNumbers(context, chain, calls, { block, signal })
  const held = candidates.flatMap((token, index) => {
    const balance = answers[index]
    return typeof balance === 'bigint' && balance > 0n ? [{ ...token, balance }] : []
  })
  const count = (wanted: (answer: (typeof answers)[number], token: Candidate) => boolean): number =>
    candidates.filter((token, index) => wanted(answers[index] ?? 'failed', token)).length
  return {
    held,
    // Listed tokens that an address never moved do not count as holdings that became zero.
    zeroCount: count((answer, { newestBlock }) => answer === 0n && newestBlock !== null),
    refusedCount: count((answer, { newestBlock }) => answer === 'refused' && newestBlock !== null),
    failedCount: count((answer) => answer === 'failed'),
    askedCount: candidates.length,
  }
}

type Question = { chain: ServedChain; address: string; block: StateBlock; tokens?: readonly string[] }

export type AnsweredHoldings = Holdings & { coverage: Coverage }

/** The holdings at a block, reported with what they were computed from: complete only if no token can be missing. */
export const answerHoldings = async (
  context: EvmQueryContext,
  { chain, address, block, tokens = [] }: Question,
  call: CallContext | undefined,
): Promise<AnsweredHoldings> => {
  const decided = (await context.coverage(chain))({ first: 0, last: block.number })
  const question = { chain, address, block, isIndexWhole: decided.isComplete, signal: call?.signal }
  const holdings =
    tokens.length > 0 ? await holdingsOf(context, question, tokens.filter(isHex)) : await holdingsAt(context, question)
  const isComplete = (decided.isComplete || tokens.length > 0) && holdings.isWhole && holdings.failedCount === 0
  const coverage = { ...decided, isComplete }
  call?.coveredBy?.(coverage)
  call?.setHeader?.(balanceBlockHeader, String(block.number))
  if (holdings.failedCount > 0)
    call?.setHeader?.(missingBalancesHeader, `${holdings.failedCount}: The node did not answer in time.`)
  return { ...holdings, coverage }
}
