import { ServiceError } from '#lib/base/errors.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'

/** For chains without a node of their own. */
export const needsNodeForContracts = (chain: ServedChain): ServiceError =>
  new ServiceError('not_available', `Contracts on ${chain.title} cannot be read here: this requires a node.`)
