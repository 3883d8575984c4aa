import { defineList } from '#components/kit/define-list.ts'
import { nftTransferLine } from './nft-transfer-line.ts'
import { transferLayout } from './transfer-list.ts'

export const nftTransferList = defineList({ ...transferLayout, row: nftTransferLine })
