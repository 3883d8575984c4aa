import type { PageEntry } from '#lib/pages/page-definition.ts'
import { entry as accountNftTransfers } from './account-nft-transfers-page.tsx'
import { entry as accountNfts } from './account-nfts-page.tsx'
import { entry as account } from './account-page.tsx'
import { entry as block } from './block-page.tsx'
import { entry as collectionOwners } from './collection-owners-page.tsx'
import { entry as collection } from './collection-page.tsx'
import { entry as creatorCollections } from './creator-collections-page.tsx'
import { entry as creator } from './creator-page.tsx'
import { entry as network } from './network-page.tsx'
import { entry as token } from './token-page.tsx'
import { entry as transaction } from './transaction-page.tsx'

/** The pages of Aptos that show data. */
export const aptosPages: readonly PageEntry[] = [
  accountNftTransfers,
  accountNfts,
  account,
  block,
  collectionOwners,
  collection,
  creatorCollections,
  creator,
  network,
  token,
  transaction,
]
