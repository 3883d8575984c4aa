import { aptosDigitalAssetApi } from '#lib/aptos/asset/digital-asset-contract.ts'
import { callTo } from '#lib/pages/question.ts'
import type { AptosNetwork } from './aptos-path.ts'

/** What the state of the node says of a token v2 or its collection. A token v1 has no object. */
export const objectQuestion = (id: string, network: AptosNetwork) =>
  callTo(aptosDigitalAssetApi.aptosDigitalAsset, { address: `0x${id}`, network })

/** The same, once its record shows that it is of this standard. */
export const laterObjectQuestion = (
  { id, network }: { id: string; network: AptosNetwork },
  { data }: { data?: { token_standard?: 'v1' | 'v2' } },
) => (data?.token_standard === 'v2' ? [objectQuestion(id, network)] : [])
