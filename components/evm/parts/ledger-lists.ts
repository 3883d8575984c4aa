import { evmListPaths } from '#lib/evm/api/list-paths.ts'

/** The lists of a chain besides its blocks and transactions; no hosted service has them. */
export const ledgerLists = (of: { chain: string }) => [
  { title: 'Pending', path: evmListPaths.pending(of) },
  { title: 'Internal transfers', path: evmListPaths.internalTransfers(of) },
  { title: 'Contracts', path: evmListPaths.contracts(of) },
  { title: 'Verified contracts', path: evmListPaths.verifiedContracts(of) },
  { title: 'Withdrawals', path: evmListPaths.withdrawals(of) },
  { title: 'Blobs', path: evmListPaths.blobs(of) },
  { title: 'Uncles', path: evmListPaths.uncles(of) },
  { title: 'Top accounts', path: evmListPaths.accounts(of) },
]
