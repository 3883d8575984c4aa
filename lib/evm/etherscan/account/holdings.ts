import { sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { taggedBlock } from '#lib/evm/etherscan/kit/state-tag.ts'
import { answerHoldings } from '#lib/evm/holdings/answer-holdings.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { addressActions } from './actions.ts'

type Actions = typeof addressActions

const noneHeld = 'No token found'
/** NFTs of one address that are counted by collection. */
const nftsMax = 100_000

/** What the tokens of an address report, of which the index knows all. */
export const heldTokens = async (
  input: ActionInput<Actions['addresstokenbalance']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { context, chain, signal } = call
  const { address } = input
  const { skip, rows } = windowOf(input)
  await requireCovered(call, { first: 0, last: undefined })
  const block = await taggedBlock(call, 'latest')
  const { held, isWhole, failedCount } = await answerHoldings(context, { chain, address, block }, { signal })
  if (!isWhole || failedCount > 0)
    throw new ServiceError(
      'not_available',
      isWhole ? 'The node did not answer in time for all tokens' : `${address} has moved too many tokens to list all`,
    )
  const page = held.slice(skip, skip + rows)
  const metadata = await readTokenMetadata(
    context.store.db,
    chain.id,
    page.map((token) => token.address),
  )
  return listed(
    page.map(({ address: token, balance }) => {
      const { name, symbol, decimals } = metadata.get(token) ?? {}
      return {
        TokenAddress: token,
        TokenName: name ?? '',
        TokenSymbol: symbol ?? '',
        TokenQuantity: String(balance),
        TokenDivisor: decimals === null || decimals === undefined ? '' : String(decimals),
      }
    }),
    noneHeld,
  )
}

export const heldCollections = async (
  input: ActionInput<Actions['addresstokennftbalance']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const { skip, rows: count } = windowOf(input)
  await requireCovered(call, { first: 0, last: undefined })
  const { rows } = await sql<{ token: Uint8Array; count: number }>`
    select token_address as token, count(*) as count from (
      select token_address from evm_nft_tokens
      where chain = ${chain.id} and owner = ${toBytes(input.address)} limit ${nftsMax + 1}) as owned
    group by token_address`.execute(context.store.db)
  const collections = rows.map((row) => ({ token: toHex(row.token), count: Number(row.count) }))
  if (collections.reduce((sum, one) => sum + one.count, 0) > nftsMax)
    throw new ServiceError('not_available', `${input.address} owns more than ${nftsMax} NFTs: they are not counted`)
  const page = collections.sort((a, b) => b.count - a.count || (a.token < b.token ? -1 : 1)).slice(skip, skip + count)
  const metadata = await readTokenMetadata(
    context.store.db,
    chain.id,
    page.map(({ token }) => token),
  )
  return listed(
    page.map(({ token, count }) => ({
      TokenAddress: token,
      TokenName: metadata.get(token)?.name ?? '',
      TokenSymbol: metadata.get(token)?.symbol ?? '',
      TokenQuantity: String(count),
    })),
    noneHeld,
  )
}

export const heldNfts = async (
  input: ActionInput<Actions['addresstokennftinventory']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const { address, contractaddress: token } = input
  const { skip, rows: count } = windowOf(input)
  await requireCovered(call, { first: 0, last: undefined }, await context.coverage(chain, [token]))
  const rows = await context.store.db
    .selectFrom('evm_nft_tokens')
    .select('token_id')
    .where('chain', '=', chain.id)
    .where('owner', '=', toBytes(address))
    .where('token_address', '=', toBytes(token))
    .orderBy('changed_block', 'desc')
    .orderBy('changed_log', 'desc')
    .orderBy('changed_batch', 'desc')
    .offset(skip)
    .limit(count)
    .execute()
  return listed(
    rows.map(({ token_id }) => ({ TokenAddress: token, TokenId: token_id })),
    noneHeld,
  )
}
