import { toHex, zeroAddressBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addressAt, type DecodableLog, type Parties, uintAt, wordCount } from './token-rows.ts'

/** First topics of token events: keccak256 of the signature in the comment. */
export const tokenTopic = {
  /** Transfer(address,address,uint256): ERC-20 and ERC-721. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC20Transfer(address,address,uint256): the fungible half of ERC-404, beside the Transfer of its NFTs. */
  erc20Transfer: '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487',
  /** Approval(address,address,uint256): ERC-20 and ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** TransferSingle(address,address,address,uint256,uint256): ERC-1155. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]): ERC-1155. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** ConsecutiveTransfer(uint256,uint256,address,address): ERC-2309. */
  consecutiveTransfer: '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d',
  /** Deposit(address,uint256): wrapped native coins. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Withdrawal(address,uint256): wrapped native coins. */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  /** Assign(address,uint256): CryptoPunks. */
  punkAssign: '0x8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba',
  /** PunkTransfer(address,address,uint256): CryptoPunks. */
  punkTransfer: '0x05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8',
  /** PunkBought(uint256,uint256,address,address): CryptoPunks. */
  punkBought: '0x58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3',
} as const satisfies Record<string, Hex>

/** Every first topic that decoding reads, used to request logs from a node. */
export const tokenTopics: readonly Hex[] = Object.values(tokenTopic)

/**
 * The wrapped native tokens by chain id. Any contract may emit Deposit and Withdrawal for its own purposes; only for
 * these they are known to mean mint and burn.
 */
const wrappedNative: ReadonlyMap<number, readonly Hex[]> = new Map([
  // Ethereum: WETH.
  [1, ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2']],
  // Goerli and Sepolia: WETH; the latter has two in use.
  [5, ['0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6']],
  [11155111, ['0xfff9976782d46cc05630d1f6ebab18b2324d6b14', '0x7b79995e5f793a07bc00c21412e50ecae098e7f9']],
  // Cronos: WCRO.
  [25, ['0x5c7f8a570d578ed84e63fdfa7b1ee72deae1ae23']],
  // BNB Smart Chain and its testnet: WBNB.
  [56, ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c']],
  [97, ['0xae13d989dac2f0debff460ac112a837c89baa7cd']],
  // Polygon: WPOL, once WMATIC. Mumbai: WMATIC.
  [137, ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270']],
  [80001, ['0x9c3c9283d3e44854697cd22d3faa240cfb032889']],
  // Fantom: WFTM.
  [250, ['0x21be370d5312f44cb42ce377bc9b8a0cef1a4c83']],
  // Arbitrum One: WETH.
  [42161, ['0x82af49447d8a07e3bd95bd0d56f35241523fbab1']],
  // Avalanche: WAVAX.
  [43114, ['0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7']],
  // Palm: WPALM.
  [11297108109, ['0xf98cabf0a963452c5536330408b2590567611a71']],
  // The demo ledger: Wrapped Spy.
  [5460057, ['0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca']],
])

export const wrappedNativeTokens = (chain: number): readonly Hex[] => wrappedNative.get(chain) ?? []

export const isWrappedNative = (chain: number, address: Hex): boolean => wrappedNativeTokens(chain).includes(address)

/** A deposit as a mint, a withdrawal as a burn; undefined for other logs. */
export const readWrapping = ({ topics, data }: DecodableLog): Parties | undefined => {
  const [topic, account] = topics
  if (topics.length !== 2 || account === undefined || wordCount(data) < 1) return undefined
  const holder = addressAt(account)
  if (holder === undefined) return undefined
  const number = uintAt(data)
  return topic === tokenTopic.deposit
    ? { from: zeroAddressBytes, to: holder, number }
    : { from: holder, to: zeroAddressBytes, number }
}

/**
 * Removes rows of other events (wrappings, ERC20Transfer) that the contract also reported as a Transfer: some emit both, and one
 * movement is one row.
 */
export const withoutRestated = (
  transfers: Erc20TransferRow[],
  others: ReadonlySet<Erc20TransferRow>,
): Erc20TransferRow[] => {
  if (others.size === 0) return transfers
  const contracts = new Set([...others].map(({ token_address }) => toHex(token_address)))
  const announced = new Set<string>()
  for (const row of transfers)
    if (!others.has(row) && contracts.has(toHex(row.token_address))) announced.add(movementKey(row))
  return transfers.filter((row) => !others.has(row) || !announced.has(movementKey(row)))
}

const movementKey = (row: Erc20TransferRow): string =>
  [
    row.block_number,
    row.transaction_index,
    Buffer.from(row.token_address).toString('latin1'),
    Buffer.from(row.from_address).toString('latin1'),
    Buffer.from(row.to_address).toString('latin1'),
    row.value,
  ].join(' ')
