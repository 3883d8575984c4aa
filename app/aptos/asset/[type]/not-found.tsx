import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { NotThere } from '#components/aptos/parts/coverage/not-there.tsx'
import { notFoundMetadata } from '#components/kit/not-found-metadata.ts'
import { pageAsk } from '#components/kit/server.ts'

export const metadata = notFoundMetadata

export default async function AssetNotFound() {
  const ask = await pageAsk()
  const { data } = await ask(aptosExplorerCall('aptosStatus', {}))
  return <NotThere what="asset" status={data} />
}
