import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { contractEndpoints } from '#lib/evm/contract/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSentTransaction } from '#lib/evm/origin/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Ask, type Call, callTo } from '#lib/pages/question.ts'

const listedMax = 100
/** Delegates whose source code is looked up: each is a request to a node. */
const delegatesMax = 5

type Authorization = EvmSentTransaction['authorizations'][number]

/** Which accounts let which contract run in their name, by EIP-7702. */
export const Authorizations = async ({
  ask,
  state: { chain },
  sent: { authorizations },
  call,
}: {
  ask: Ask
  state: EvmChainState
  sent: EvmSentTransaction
  call: Call
}) => {
  const shown = authorizations.slice(0, listedMax)
  const delegates = new Set(shown.flatMap(({ delegate }) => delegate ?? []))
  const unverified = await unverifiedOf(ask, chain, [...delegates].slice(0, delegatesMax))
  return (
    <Panel title="Authorizations" aside={<RecordAside title="Authorizations" call={call} />}>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        Accounts that set the code they run, by EIP-7702. The contract has full control of the account until it
        delegates to another.
        {authorizations.length > shown.length && ` The first ${listedMax} of ${groupedNumber(authorizations.length)}.`}
      </p>
      <WideTable
        label="Authorizations of this transaction"
        titles={['#', 'Account', 'Delegates to', 'Nonce', 'Result']}
        rows={shown.map((one, index) => [
          String(index + 1),
          one.authority ? (
            <AddressLink
              key="account"
              chain={chain}
              address={one.authority}
              label={one.authority_label}
              className="max-w-52"
            />
          ) : (
            <span key="account" className="text-muted">
              unknown
            </span>
          ),
          <span key="delegate" className="flex items-center gap-2">
            {one.delegate ? (
              <>
                <AddressLink chain={chain} address={one.delegate} label={one.delegate_label} className="max-w-52" />
                {unverified.has(one.delegate) && (
                  <Badge tone="warn" title="No verified source code of this contract is known here">
                    Not verified
                  </Badge>
                )}
                {one.forwards_to && (
                  <Badge
                    tone="bad"
                    title={`Simulated after the block: what the account receives goes to ${one.forwards_to} in the same transaction, as with sweepers of stolen keys`}
                  >
                    Forwards payments
                  </Badge>
                )}
              </>
            ) : (
              'nothing: removes the delegation'
            )}
          </span>,
          groupedNumber(one.nonce),
          <Result key="result" one={one} />,
        ])}
      />
    </Panel>
  )
}

const Result = ({ one: { authority, is_for_chain, chain_id, is_in_force } }: { one: Authorization }) => {
  if (authority === null) return <Badge tone="bad">Invalid signature</Badge>
  if (!is_for_chain) return <Badge tone="bad">For chain {chain_id}, no effect here</Badge>
  if (is_in_force === null)
    return <span title="No node has the state after this block">not known: needs an archive node</span>
  return is_in_force ? (
    <Badge tone="good" title="After the block, the account delegates to this contract">
      Active
    </Badge>
  ) : (
    <Badge
      tone="warn"
      title="After the block, the account did not delegate as signed: the nonce did not fit, or it was replaced"
    >
      Not active
    </Badge>
  )
}

/** The contracts among these that are known not to be verified. */
const unverifiedOf = async (ask: Ask, chain: string, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
  const contracts = await Promise.all(
    addresses.map((address) => ask(callTo(contractEndpoints.evmContract, { chain, address }))),
  )
  const isUnverified = contracts.map(({ data }) => data?.is_contract && data.codes[0]?.abi_source === null)
  return new Set(addresses.filter((_, index) => isUnverified[index]))
}
