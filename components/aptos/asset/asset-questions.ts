import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'

const daysMost = 120

/** The questions of every page of an asset. */
export const assetQuestions = (type: string, network: AptosNetwork) => {
  const input = { asset_type: type, network }
  return {
    asset: aptosExplorerCall('aptosAsset', input),
    control: aptosExplorerCall('aptosAssetControl', input),
    days: aptosExplorerCall('aptosAssetDays', { ...input, limit: daysMost }),
  }
}
