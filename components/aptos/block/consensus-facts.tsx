import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { decimalOf, jsonListOf } from '#components/aptos/parts/values/move-json.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { aptosValidatorApi } from '#lib/aptos/validators/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type Ask, type Call, callTo } from '#lib/pages/question.ts'

const bytesMax = 1_024

/**
 * The indices of set bits of a validator bit vector, which full nodes write as a list of bytes. The first is the highest
 * bit of the first byte.
 */
export const voteBits = (bytes: readonly unknown[]): number[] =>
  bytes
    .slice(0, bytesMax)
    .flatMap((byte, at) =>
      typeof byte === 'number'
        ? Array.from({ length: 8 }, (_, bit) => bit).flatMap((bit) => (byte & (0x80 >> bit) ? [at * 8 + bit] : []))
        : [],
    )

const validatorsShown = 300

/** What the metadata transaction of a block says of its consensus; validators by their index in the epoch. */
const consensusOf = (transactions: readonly AptosTransaction[]) => {
  const metadata = transactions.find(({ type }) => type === 'block_metadata_transaction')
  if (metadata?.version === undefined) return undefined
  const failed = jsonListOf(metadata.failed_proposer_indices).flatMap((index) => decimalOf(index) ?? [])
  const voted = voteBits(jsonListOf(metadata.previous_block_votes_bitvec)).map(String)
  return { version: BigInt(metadata.version), failed, voted }
}

/** The validator set of the state before the block, which names its validators; none if there is nobody to name. */
export const consensusQuestions = (transactions: readonly AptosTransaction[], network: AptosNetwork) => {
  const { version = 0n, failed = [], voted = [] } = consensusOf(transactions) ?? {}
  if (failed.length + voted.length === 0) return []
  const before = version > 0n ? version - 1n : 0n
  return [callTo(aptosValidatorApi.aptosValidators, { network, ledger_version: String(before) })]
}

/** Who missed the rounds before a block, and who voted for the block before it. */
export const ConsensusFacts = async ({
  transactions,
  network,
  ask,
  source,
}: {
  transactions: readonly AptosTransaction[]
  network: AptosNetwork
  ask: Ask
  /** The question for the block. */
  source: Call
}) => {
  const consensus = consensusOf(transactions)
  if (!consensus) return null
  const { failed, voted } = consensus
  const [question] = consensusQuestions(transactions, network)
  const { data, fault } = question ? await ask(question) : {}
  const pools = new Map(
    data?.result.flatMap(({ validator_index, pool_address }) =>
      validator_index === null ? [] : [[validator_index, pool_address] as const],
    ),
  )
  const names = (indices: readonly string[]) => <Validators indices={indices} pools={pools} network={network} />
  return (
    <Panel title="Consensus">
      {fault && (
        <p className="wrap-anywhere px-4 py-2.5 text-muted text-sm">
          Validators are shown by their index in the epoch: {fault.message}
        </p>
      )}
      <Facts>
        <Fact label="Failed proposers" wide long>
          {failed.length === 0 ? 'none since the block before' : names(failed)}
        </Fact>
        <Fact label="Votes" wide long>
          {voted.length === 0 ? (
            'none recorded for the block before'
          ) : (
            <details>
              <summary className="min-h-6 text-accent underline underline-offset-2">
                {counted(voted.length, 'validator')} voted for the block before
              </summary>
              {names(voted)}
            </details>
          )}
        </Fact>
      </Facts>
      <SourceFoot title="Consensus" call={question ?? source} />
    </Panel>
  )
}

const Validators = ({
  indices,
  pools,
  network,
}: {
  indices: readonly string[]
  pools: ReadonlyMap<string, string>
  network: AptosNetwork
}) => (
  <ul>
    {indices.slice(0, validatorsShown).map((index, at) => {
      const pool = pools.get(index)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a validator may have failed several rounds
        <li key={`${index} ${at}`} className="flex min-w-0 gap-2">
          <span className="shrink-0 text-muted">#{index}</span>
          {pool !== undefined && <AccountLink address={pool} network={network} className="min-w-0" />}
        </li>
      )
    })}
    {indices.length > validatorsShown && (
      <li className="text-muted">and {groupedNumber(indices.length - validatorsShown)} more</li>
    )}
  </ul>
)
