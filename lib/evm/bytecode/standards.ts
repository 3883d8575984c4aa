import type { Hex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'

/** The selector of a function by its canonical signature. */
export const selectorOfSignature = (signature: string): Hex => `0x${hashOfText(signature).slice(2, 10)}`

/** A function of a contract, and why it is known to be one. */
export type FoundFunction = {
  selector: Hex
  /** Null if only its selector is known. */
  signature: string | null
  /** The contract whose code has it: the contract itself, or what it forwards to. */
  address: Hex
  source: 'abi' | 'bytecode'
}

/** Well-known signatures by their selectors. */
export const signaturesBySelector = (signatures: readonly string[]): ReadonlyMap<Hex, string> =>
  new Map(signatures.map((signature) => [selectorOfSignature(signature), signature]))

/** A standard that a contract follows, and how that is known. */
export type FoundStandard = { name: string; title: string; source: 'erc165' | 'functions' }

/** Interface ids that ERC-165 contracts are asked for. */
export const erc165Interfaces: readonly { id: Hex; name: string; title: string }[] = [
  { id: '0x80ac58cd', name: 'ERC-721', title: 'NFT' },
  { id: '0x5b5e139f', name: 'ERC-721 Metadata', title: 'NFTs with names and documents' },
  { id: '0x780e9d63', name: 'ERC-721 Enumerable', title: 'NFTs that the contract can list' },
  { id: '0xd9b67a26', name: 'ERC-1155', title: 'Multi token' },
  { id: '0x0e89341c', name: 'ERC-1155 Metadata', title: 'Multi tokens with documents' },
  { id: '0x2a55205a', name: 'ERC-2981', title: 'NFT royalties' },
  { id: '0x49064906', name: 'ERC-4906', title: 'Metadata updates' },
  { id: '0xad092b5c', name: 'ERC-4907', title: 'Rentable NFT' },
  { id: '0xb45a3c0e', name: 'ERC-5192', title: 'Soulbound NFT' },
  { id: '0xb0202a11', name: 'ERC-1363', title: 'Payable token' },
  { id: '0x7965db0b', name: 'Access control', title: 'Roles by OpenZeppelin' },
  { id: '0x5a05180f', name: 'Access control, enumerable', title: 'Roles that the contract can list' },
  { id: '0x48e2b093', name: 'ERC-2535', title: 'Diamond' },
  { id: '0x4e2312e0', name: 'ERC-1155 receiver', title: 'Accepts multi tokens' },
]

/** ERC-165: true for its own id and false for this one. */
export const erc165 = { own: '0x01ffc9a7', invalid: '0xffffffff' } as const

/** Standards without an interface id that contracts report: all of these functions are there. */
const byFunctions: readonly { name: string; title: string; signatures: readonly string[] }[] = [
  {
    name: 'ERC-20',
    title: 'Token',
    signatures: [
      'totalSupply()',
      'balanceOf(address)',
      'transfer(address,uint256)',
      'transferFrom(address,address,uint256)',
      'approve(address,uint256)',
      'allowance(address,address)',
    ],
  },
  {
    name: 'ERC-2612',
    title: 'Approvals by signature',
    signatures: [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      'nonces(address)',
      'DOMAIN_SEPARATOR()',
    ],
  },
  {
    name: 'ERC-4626',
    title: 'Vault',
    signatures: [
      'asset()',
      'totalAssets()',
      'convertToShares(uint256)',
      'convertToAssets(uint256)',
      'deposit(uint256,address)',
      'redeem(uint256,address,address)',
    ],
  },
  {
    name: 'ERC-777',
    title: 'Token with hooks',
    signatures: ['granularity()', 'send(address,uint256,bytes)', 'operatorSend(address,address,uint256,bytes,bytes)'],
  },
  { name: 'ERC-1271', title: 'Checks signatures', signatures: ['isValidSignature(bytes32,bytes)'] },
  {
    name: 'ERC-3156',
    title: 'Flash loans',
    signatures: ['flashLoan(address,address,uint256,bytes)', 'flashFee(address,uint256)', 'maxFlashLoan(address)'],
  },
  { name: 'ERC-1822', title: 'Upgrades itself (UUPS)', signatures: ['proxiableUUID()'] },
  { name: 'ERC-721 receiver', title: 'Accepts NFTs', signatures: ['onERC721Received(address,address,uint256,bytes)'] },
]

const withSelectors = byFunctions.map(({ signatures, ...standard }) => ({
  ...standard,
  selectors: signatures.map(selectorOfSignature),
}))

/** The standards whose functions a contract all has. */
export const standardsBySelectors = (selectors: ReadonlySet<Hex>): FoundStandard[] =>
  withSelectors
    .filter((standard) => standard.selectors.every((selector) => selectors.has(selector)))
    .map(({ name, title }) => ({ name, title, source: 'functions' }))
