import { zeroAddress } from '#lib/base/zero-address.ts'
import type { NftTransfer } from '#lib/evm/api/records/nfts.ts'
import { listedToken, sideOf, type TransferLine, transferKindOf } from './transfer-line.ts'

/** Rows of one batch share a log: the token and what came before it in the batch distinguishes them. */
export const nftTransferLine = (transfer: NftTransfer): TransferLine => {
  const from = transfer.from_address ?? zeroAddress
  return {
    key: `${transfer.block_number}-${transfer.log_index}-${transfer.token_id}-${transfer.amount}`,
    transactionHash: transfer.transaction_hash,
    blockNumber: transfer.block_number,
    timestamp: transfer.block_timestamp,
    kind: transferKindOf(from, transfer.to_address),
    from: sideOf(from, transfer.from_address_label),
    to: sideOf(transfer.to_address, transfer.to_address_label),
    token: {
      address: transfer.token_address,
      ...listedToken({ name: transfer.token_name ?? null, symbol: null }),
      id: transfer.token_id,
      logo: transfer.token_picture,
    },
    amount: transfer.contract_type === 'ERC1155' ? transfer.amount : null,
    decimals: 0,
    isSpam: transfer.possible_spam,
    isVerified: transfer.verified_collection,
  }
}
