import { demoDocument } from '#lib/demo/documents.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import type { Config } from './config.ts'

/** Sources of on-chain documents and images, for every chain family. */
export const documentSources = ({ outside: { ipfsGateways, arweaveGateway }, demo }: Config, outbound: Outbound) => ({
  outbound,
  uriOptions: { ipfsGateways, arweaveGateway },
  localDocument: demo ? demoDocument : undefined,
})
