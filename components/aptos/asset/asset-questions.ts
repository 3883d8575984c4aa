import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { aptosAssetControlApi } from '#lib/aptos/asset/asset-control-contract.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { callTo } from '#lib/pages/question.ts'

const daysMost = 120

/** The questions of every page of an asset. */
export const assetQuestions = (type: string, network: AptosNetwork) => {
  const input = { asset_type: type, network }
  return {
    asset: callTo(aptosAssetApi.aptosAsset, input),
    control: callTo(aptosAssetControlApi.aptosAssetControl, input),
    days: callTo(aptosAssetApi.aptosAssetDays, { ...input, limit: daysMost }),
  }
}
