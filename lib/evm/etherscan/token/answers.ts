import { toBytes, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { fromSortable, sortableZero } from '#lib/base/sortable-integer.ts'
import type { ActionCall, ActionInput, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, ok } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { type ListWindow, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { taggedBlock } from '#lib/evm/etherscan/kit/state-tag.ts'
import { tokenSupply } from '#lib/evm/etherscan/stats/token-supply.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { keptToken } from '#lib/evm/token/kept-token.ts'
import type { ReadCodes } from '#lib/evm/verification/verify-desk.ts'
import { type tokenActions, topHoldersMax } from './actions.ts'

export const tokenAnswers = (readCodes: ReadCodes): ModuleAnswers<typeof tokenActions> => ({
  tokeninfo: async ({ contractaddress }, call) => ok([await tokenInfo(contractaddress, call)]),
  tokenholderlist: (input, call) =>
    holderList(input, call, (holder, balance) => ({ TokenHolderAddress: holder, TokenHolderQuantity: balance })),
  getToken: async ({ contractaddress }, call) => {
    const { tokenName: name, symbol, divisor, tokenType: type, totalSupply } = await tokenInfo(contractaddress, call)
    return ok({ cataloged: true, contractAddress: contractaddress, name, symbol, decimals: divisor, type, totalSupply })
  },
  getTokenHolders: (input, call) => holderList(input, call, (address, value) => ({ address, value })),
  tokenholdercount: async ({ contractaddress }, call) =>
    ok(String((await countedToken(contractaddress, call))?.holders ?? 0)),
  topholders: async ({ contractaddress, offset }, call) => {
    if (offset < 1 || offset > topHoldersMax) throw etherscanFault(`Invalid parameter offset: at most ${topHoldersMax}`)
    await countedToken(contractaddress, call)
    const { context, chain } = call
    const rows = await largestHolders(contractaddress, { skip: 0, rows: offset }, call)
    const [metadata, codes] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, [contractaddress]),
      readCodes(
        chain.id,
        rows.map(({ holder }) => holder),
      ),
    ])
    const decimals = metadata.get(contractaddress)?.decimals ?? null
    if (decimals === null || rows.some(({ holder }) => !codes.has(holder)))
      throw new ServiceError('not_available', 'The node did not say which holders are contracts')
    return listed(
      rows.map(({ holder, balance }) => ({
        TokenHolderAddress: holder,
        TokenHolderQuantity: valueDecimal(String(balance), decimals),
        TokenHolderAddressType: codes.get(holder) === '0x' ? 'E' : 'C',
      })),
      'No token holder found',
    )
  },
})

const holderList = async (
  { contractaddress, ...page }: ActionInput<(typeof tokenActions)['tokenholderlist']>,
  call: ActionCall,
  rowOf: (holder: Hex, balance: string) => Record<string, string>,
): Promise<EtherscanAnswer> => {
  const window = windowOf(page)
  await countedToken(contractaddress, call)
  const rows = await largestHolders(contractaddress, window, call)
  return listed(
    rows.map(({ holder, balance }) => rowOf(holder, String(balance))),
    'No token holder found',
  )
}

const unknownToChains = [
  'description',
  'website',
  'email',
  'blog',
  'reddit',
  'slack',
  'facebook',
  'twitter',
  'bitcointalk',
  'github',
  'telegram',
  'wechat',
  'linkedin',
  'discord',
  'whitepaper',
] as const

const kindNames = { ERC20: 'ERC-20', ERC721: 'ERC-721', ERC1155: 'ERC-1155', ERC404: 'ERC-404' } as const

const kindOf = async (token: Hex, { context, chain }: ActionCall) => {
  const row = await context.store.db
    .selectFrom('evm_contracts')
    .select('kind')
    .where('chain', '=', chain.id)
    .where('address', '=', toBytes(token))
    .executeTakeFirst()
  return row?.kind
}

const tokenInfo = async (address: Hex, call: ActionCall) => {
  const { db } = call.context.store
  const [metadata, kind, supply] = await Promise.all([
    readTokenMetadata(db, call.chain.id, [address]),
    kindOf(address, call),
    taggedBlock(call, 'latest').then((block) => tokenSupply(call, address, block)),
  ])
  const { name, symbol, decimals } = metadata.get(address) ?? {}
  if (!kind && !symbol) throw new ServiceError('not_found', `${address} is no token that is known here`)
  return {
    contractAddress: address,
    tokenName: name ?? '',
    symbol: symbol ?? '',
    divisor: decimals === null || decimals === undefined ? '' : String(decimals),
    tokenType: kind ? kindNames[kind] : '',
    totalSupply: supply === undefined ? '' : String(supply),
    blueCheckmark: 'false',
    ...Object.fromEntries(unknownToChains.map((field) => [field, ''])),
    tokenPriceUSD: '',
  }
}

/** The sums of a token; undefined for one without transfers. @throws not_available if its balances are not known */
const countedToken = async (token: Hex, call: ActionCall) => {
  const { context, chain } = call
  const then = await context.coverage(chain, [token])
  await requireCovered(call, { first: 0, last: undefined }, then)
  const { row } = await keptToken(context, chain, token, undefined)
  if (!row && (await kindOf(token, call)) !== 'ERC20')
    throw new ServiceError('not_found', `${token} is no ERC-20 token that is known here`)
  if (row && row.built_to !== null)
    throw new ServiceError('not_available', `The holders of ${token} are being counted`, { retryAfterSeconds: 30 })
  if (row && row.overdrawn > 0)
    throw new ServiceError(
      'not_available',
      `The balances of ${token} change without transfers, so that its holders are not known`,
    )
  return row
}

const largestHolders = async (
  token: Hex,
  { skip, rows: count }: ListWindow,
  { context, chain }: ActionCall,
): Promise<{ holder: Hex; balance: bigint }[]> => {
  const rows = await context.store.db
    .selectFrom('evm_erc20_balances')
    .select(['holder', 'balance'])
    .where('chain', '=', chain.id)
    .where('token_address', '=', toBytes(token))
    .where('balance', '>', sortableZero)
    .orderBy('balance', 'desc')
    .orderBy('holder', 'desc')
    .offset(skip)
    .limit(count)
    .execute()
  return rows.map(({ holder, balance }) => ({ holder: toHex(holder), balance: fromSortable(balance) }))
}
