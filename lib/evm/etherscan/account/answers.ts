import type { ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { numberedBlock, taggedBlock } from '#lib/evm/etherscan/kit/state-tag.ts'
import type { addressActions } from './actions.ts'
import { nativeBalance, nativeBalances, reportedBalance } from './balances.ts'
import { fundedBy } from './funded-by.ts'
import { heldCollections, heldNfts, heldTokens } from './holdings.ts'
import { listedInternal } from './internal-transactions.ts'
import { minedBlocks } from './mined-blocks.ts'
import { listedTransactions } from './transactions.ts'
import { listedErc20, listedErc721, listedErc1155 } from './transfers.ts'
import { listedWithdrawals } from './withdrawals.ts'

export const accountAnswers: ModuleAnswers<typeof addressActions> = {
  balance: async ({ address, tag }, call) => await nativeBalance(call, address, await taggedBlock(call, tag)),
  balancemulti: async ({ address, tag }, call) => await nativeBalances(call, address, await taggedBlock(call, tag)),
  balancehistory: async ({ address, blockno }, call) =>
    await nativeBalance(call, address, await numberedBlock(call, blockno)),
  txlist: listedTransactions,
  txlistinternal: listedInternal,
  tokentx: listedErc20,
  tokennfttx: listedErc721,
  token1155tx: listedErc1155,
  getminedblocks: minedBlocks,
  txsBeaconWithdrawal: listedWithdrawals,
  tokenbalance: async ({ contractaddress: token, address: owner, tag }, call) =>
    await reportedBalance(call, { token, owner }, await taggedBlock(call, tag)),
  addresstokenbalance: heldTokens,
  addresstokennftbalance: heldCollections,
  addresstokennftinventory: heldNfts,
  fundedby: fundedBy,
  tokenbalancehistory: async ({ contractaddress: token, address: owner, blockno }, call) =>
    await reportedBalance(call, { token, owner }, await numberedBlock(call, blockno)),
}
