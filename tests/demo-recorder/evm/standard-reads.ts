import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'

/** The reads every indexer asks of every contract, whatever it is. */
const standard = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function owner() view returns (address)',
  'function contractURI() view returns (string)',
  'function baseURI() view returns (string)',
  'function implementation() view returns (address)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function tokenURI(uint256) view returns (string)',
  'function ownerOf(uint256) view returns (address)',
  'function uri(uint256) view returns (string)',
  'function balanceOf(address) view returns (uint256)',
  'function royaltyInfo(uint256,uint256) view returns (address,uint256)',
])
const plainReads = [
  'name',
  'symbol',
  'decimals',
  'totalSupply',
  'owner',
  'contractURI',
  'baseURI',
  'implementation',
] as const

/** ERC-165 itself, the id that must be refused, 721, 1155, 721 metadata, 1155 metadata, 721 enumerable, 2981, 4906. */
const interfaceIds: readonly Hex[] = [
  '0x01ffc9a7',
  '0xffffffff',
  '0x80ac58cd',
  '0xd9b67a26',
  '0x5b5e139f',
  '0x0e89341c',
  '0x780e9d63',
  '0x2a55205a',
  '0x49064906',
]

export const storageSlots: readonly Hex[] = [
  // EIP-1967: implementation, admin, beacon; then EIP-1822 and the first two plain slots.
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  '0x0000000000000000000000000000000000000000000000000000000000000000',
  '0x0000000000000000000000000000000000000000000000000000000000000001',
]

export type RecordedContract = { address: Address; abi: Abi; nftIds: readonly bigint[]; stampIds: readonly bigint[] }

/** The data of every eth_call to record at the head for one contract. */
export function standardReads(contract: RecordedContract, wallets: readonly Address[]): Hex[] {
  const { nftIds, stampIds, abi } = contract
  const has = (name: string) => abi.some((item) => item.type === 'function' && item.name === name)
  const reads: Hex[] = plainReads.map((functionName) => encodeFunctionData({ abi: standard, functionName }))
  for (const id of interfaceIds) {
    reads.push(encodeFunctionData({ abi: standard, functionName: 'supportsInterface', args: [id] }))
  }
  for (const id of nftIds) {
    reads.push(encodeFunctionData({ abi: standard, functionName: 'tokenURI', args: [id] }))
    reads.push(encodeFunctionData({ abi: standard, functionName: 'ownerOf', args: [id] }))
  }
  for (const id of stampIds) reads.push(encodeFunctionData({ abi: standard, functionName: 'uri', args: [id] }))
  if (has('royaltyInfo')) {
    reads.push(encodeFunctionData({ abi: standard, functionName: 'royaltyInfo', args: [1n, 10_000n] }))
  }
  const isPerWallet = abi.some((i) => i.type === 'function' && i.name === 'balanceOf' && i.inputs.length === 1)
  reads.push(...parameterlessReads(abi))
  for (const wallet of isPerWallet ? wallets : []) {
    reads.push(encodeFunctionData({ abi: standard, functionName: 'balanceOf', args: [wallet] }))
  }
  return reads
}

/** What the contract's own page reads without being asked. */
const parameterlessReads = (abi: Abi): Hex[] =>
  abi.flatMap((item) => {
    if (item.type !== 'function' || item.inputs.length > 0) return []
    return item.stateMutability === 'view' || item.stateMutability === 'pure' ? [toFunctionSelector(item)] : []
  })
