import { entry as account } from '#components/aptos/account/account-page.tsx'
import { entry as accountAssets } from '#components/aptos/account/assets-page.tsx'
import { entry as accountModules } from '#components/aptos/account/modules-page.tsx'
import { entry as accountNftTransfers } from '#components/aptos/account/nft-transfers-page.tsx'
import { entry as accountNfts } from '#components/aptos/account/nfts-page.tsx'
import { entry as accountResources } from '#components/aptos/account/resources-page.tsx'
import { entry as accountTransfers } from '#components/aptos/account/transfers-page.tsx'
import { entry as asset } from '#components/aptos/asset/asset-page.tsx'
import { entry as assetHolders } from '#components/aptos/asset/holders-page.tsx'
import { entry as block } from '#components/aptos/block/block-page.tsx'
import { entry as module } from '#components/aptos/module/module-page.tsx'
import { entry as blocks } from '#components/aptos/network/blocks-page.tsx'
import { entry as network } from '#components/aptos/network/network-page.tsx'
import { entry as packages } from '#components/aptos/network/packages-page.tsx'
import { entry as transactions } from '#components/aptos/network/transactions-page.tsx'
import { entry as transaction } from '#components/aptos/transaction/transaction-page.tsx'
import { entry as validators } from '#components/aptos/validators/validators-page.tsx'
import type { PageEntry } from '#lib/pages/page-definition.ts'
import { entry as assets } from './asset/assets-page.tsx'
import { entry as collection } from './nft/collection/collection-page.tsx'
import { entry as collectionOwners } from './nft/collection/owners-page.tsx'
import { entry as collectionTokens } from './nft/collection/tokens-page.tsx'
import { entry as collectionTraits } from './nft/collection/traits-page.tsx'
import { entry as collections } from './nft/collections-page.tsx'
import { entry as creatorCollections } from './nft/creator-collections-page.tsx'
import { entry as creator } from './nft/creator-page.tsx'
import { entry as token } from './nft/token-page.tsx'
import { entry as transactionState } from './transaction/state-page.tsx'

/** The pages of Aptos that show data. */
export const aptosPages: readonly PageEntry[] = [
  accountModules,
  accountNftTransfers,
  accountNfts,
  accountAssets,
  accountTransfers,
  accountResources,
  account,
  assetHolders,
  asset,
  assets,
  block,
  blocks,
  collectionOwners,
  collectionTokens,
  collectionTraits,
  collection,
  collections,
  creatorCollections,
  creator,
  module,
  network,
  packages,
  token,
  transactionState,
  transaction,
  transactions,
  validators,
]
