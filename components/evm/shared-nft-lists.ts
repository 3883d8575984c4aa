/** The lists of a token that many have, as one part: apart, each would bring what they have in common. */
export { NftHolders } from './nft-holders.tsx'
export { ContractNftTransfers } from './transfer-pages.tsx'
