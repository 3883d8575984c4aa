import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { inTime } from '#components/kit/in-time.ts'
import type { AptosModule } from '#lib/aptos/account/contract.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import type { Ask } from '#lib/pages/question.ts'

/** The parameters of a called function, and what the page says of them. */
export type CalledParameters = {
  params: readonly string[]
  names: readonly string[] | null
  /** Set if the types are not those of the module that was called. */
  note: string | undefined
}

const withinMs = 4_000

/**
 * The parameters of a function by the ABI on chain, as it was when the transaction was executed, or is now if the node has
 * pruned that state. Undefined if neither is known. Slow nodes are not waited for.
 */
export const calledParameters = async (
  ask: Ask,
  name: string,
  network: AptosNetwork,
  version: string | undefined,
): Promise<CalledParameters | undefined> => {
  const place = structName(name)
  const address = aptosAddress(place?.address ?? '')
  if (!place || address === undefined || !/^\w{1,128}$/.test(place.module)) return undefined
  const moduleAt = async (at: Record<string, string>): Promise<AptosModule | undefined> => {
    const question = aptosExplorerCall('aptosModule', { address, module: place.module, network, ...at })
    return (await inTime(ask({ ...question, isWhole: true }), withinMs))?.data
  }
  // A transaction runs on the state that the one before it left.
  const before = version === undefined || version === '0' ? undefined : String(BigInt(version) - 1n)
  const then = before === undefined ? undefined : await moduleAt({ ledger_version: before })
  const found = (then ?? (await moduleAt({})))?.functions.find((one) => one.name === place.struct)
  if (!found) return undefined
  const isOlder = version !== undefined && then === undefined
  return {
    params: found.params,
    names: found.param_names,
    note: isOlder ? 'By the module of the newest version: the node no longer has that of this transaction.' : undefined,
  }
}
