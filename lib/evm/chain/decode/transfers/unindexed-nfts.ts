import type { Hex } from '#lib/evm/chain/block.ts'

/**
 * NFTs of Ethereum that are older than the final ERC-721: their Transfer has the token id in its data, as ERC-20 has
 * the value.
 */
const unindexedNfts: ReadonlySet<Hex> = new Set<Hex>([
  // CryptoKitties and CryptoBots: nothing is indexed.
  '0x06012c8cf97bead5deae237070f9587f8e7a266d',
  '0xf7a6e15dfd5cdd9ef12711bd757a9b6021abf643',
  // CryptoArte.
  '0xbace7e22f06554339911a03b8e0ae28203da9598',
  // Cryptovoxels parcels.
  '0x79986af15539de2db9a5086382daeda917a9cf0c',
  // Beeple, the 5000 days collection.
  '0x23cd7da31501aa54f61384a3756fb4a1329dbb2c',
])

export const isUnindexedNft = (chain: number, address: Hex): boolean => chain === 1 && unindexedNfts.has(address)
