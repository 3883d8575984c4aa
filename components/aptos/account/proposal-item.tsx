import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ArgumentList, TypeArgumentList } from '#components/aptos/parts/argument-list.tsx'
import { FunctionLink } from '#components/aptos/parts/function-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'
import {
  type AptosOpenProposals,
  type AptosProposal,
  type AptosProposalPayload,
  aptosProposalApi,
} from '#lib/aptos/account/proposals-contract.ts'
import { byteCount } from '#lib/base/hex.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'

/** The open proposals of an account at the version of its overview; undefined unless it is a multisig account. */
export const proposalsQuestion = (
  { address, network }: { address: string; network: AptosNetwork },
  overview: Pick<AptosAccountOverview, 'multisig' | 'ledger_version'> | undefined,
) =>
  overview?.multisig
    ? {
        ...callTo(aptosProposalApi.aptosAccountProposals, {
          address,
          network,
          ledger_version: overview.ledger_version,
        }),
        isWhole: true,
        part: 'proposals',
      }
    : undefined

/** What a proposal would run. */
const PayloadFacts = ({ payload, network }: { payload: AptosProposalPayload; network: AptosNetwork }) => {
  const { kind, size, hash, note, type_arguments: types } = payload
  const args = payload.arguments.map(({ name, type, value }) => ({
    name: name ?? undefined,
    type: type ?? undefined,
    value,
  }))
  return (
    <>
      {payload.function !== null && (
        <Fact label="Function" wide long>
          <FunctionLink name={payload.function} network={network} />
        </Fact>
      )}
      {payload.bytecode !== null && (
        <Fact label="Script" wide>
          <Copied value={payload.bytecode} label="Copy bytecode">
            {groupedNumber(byteCount(payload.bytecode))} bytes of bytecode
          </Copied>
        </Fact>
      )}
      {types.length > 0 && (
        <Fact label="Type arguments" wide long>
          <TypeArgumentList types={types} network={network} />
        </Fact>
      )}
      {(kind === 'entry_function' || kind === 'script') && (
        <Fact label="Arguments" wide long>
          {args.length === 0 ? (
            <span className="text-muted">none</span>
          ) : (
            <ArgumentList list={args} network={network} rest="in the API" />
          )}
          {note !== null && <p className="mt-1 text-warn text-xs">{note}</p>}
          {args.some(({ name }) => name !== undefined) && (
            <p className="mt-1 text-muted text-xs">Names are those of the source that the publisher stored.</p>
          )}
        </Fact>
      )}
      {hash !== null && (
        <Fact label="Payload hash" wide long>
          <Copied value={hash} label="Copy payload hash">
            <span className="font-mono">{hash}</span>
          </Copied>
          <p className="text-muted text-xs">
            Only this hash is stored on chain: the owner who executes the proposal sends the payload with it.
          </p>
        </Fact>
      )}
      {kind === 'unknown' && (
        <Fact label="Payload" wide>
          {size !== null && `${counted(size, 'byte')}. `}
          <span className="text-warn">{note}</span>
        </Fact>
      )}
    </>
  )
}

const votesShown = 20

/** How the owners voted, those who did first. */
const VoteList = ({
  proposal: { votes, approvals, rejections },
  owners,
  network,
}: {
  proposal: Pick<AptosProposal, 'votes' | 'approvals' | 'rejections'>
  owners: number
  network: AptosNetwork
}) => {
  const ordered = [
    ...votes.filter(({ vote }) => vote === 'approved'),
    ...votes.filter(({ vote }) => vote === 'rejected'),
    ...votes.filter(({ vote }) => vote === null),
  ]
  const shown = ordered.slice(0, votesShown)
  return (
    <>
      <p>
        {groupedNumber(approvals)} of {groupedNumber(owners)} approved
        {rejections > 0 && `, ${groupedNumber(rejections)} rejected`}
      </p>
      <ul className="mt-1 grid gap-1">
        {shown.map(({ owner_address, vote }) => (
          <li key={owner_address} className="flex min-w-0 items-center gap-2">
            <span className="w-24 shrink-0">
              {vote === null ? (
                <span className="text-muted text-xs">no vote yet</span>
              ) : (
                <Badge tone={vote === 'approved' ? 'good' : 'bad'}>{vote}</Badge>
              )}
            </span>
            <AccountLink address={owner_address} network={network} className="min-w-0" />
          </li>
        ))}
        {owners > shown.length && (
          <li className="text-muted">and {groupedNumber(owners - shown.length)} more owners</li>
        )}
      </ul>
    </>
  )
}

type Voted = Pick<
  AptosProposal,
  'sequence_number' | 'is_next' | 'approvals' | 'rejections' | 'can_be_executed' | 'can_be_rejected'
>

/** What can happen to a proposal now, or what it needs first. */
export const proposalState = (proposal: Voted, required: string): { text: string; tone: Tone } => {
  if (proposal.can_be_executed && proposal.can_be_rejected)
    return { text: 'Can be executed or rejected', tone: 'accent' }
  if (proposal.can_be_executed) return { text: 'Can be executed', tone: 'good' }
  if (proposal.can_be_rejected) return { text: 'Can be rejected', tone: 'bad' }
  const missing = BigInt(required) - BigInt(proposal.approvals)
  if (proposal.is_next) return { text: `Needs ${counted(missing.toString(), 'more approval')}`, tone: 'neutral' }
  const before = groupedNumber((BigInt(proposal.sequence_number) - 1n).toString())
  return { text: `${missing > 0n ? 'Waits' : 'Approved, waits'} for proposal ${before}`, tone: 'neutral' }
}

/** A proposal: what it would run, who voted on it, and what it still needs. */
export const ProposalItem = ({
  proposal,
  proposals,
  network,
}: {
  proposal: AptosProposal
  proposals: Pick<AptosOpenProposals, 'owners' | 'signatures_required'>
  network: AptosNetwork
}) => {
  const state = proposalState(proposal, proposals.signatures_required)
  const { sequence_number, created_at, creator_address } = proposal
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-2.5">
        <h3 className="font-semibold text-sm">Proposal {groupedNumber(sequence_number)}</h3>
        <Badge tone={state.tone}>{state.text}</Badge>
      </div>
      <Facts>
        <PayloadFacts payload={proposal.payload} network={network} />
        <Fact label="Votes" wide long>
          <VoteList proposal={proposal} owners={proposals.owners} network={network} />
        </Fact>
        <Fact label="Created" wide long>
          <span className="flex min-w-0 flex-wrap gap-x-1.5">
            {created_at === null ? 'at an unknown time' : <Timestamp iso={created_at} />}
            <span className="text-muted">by</span>
            <AccountLink address={creator_address} network={network} className="min-w-0" />
          </span>
        </Fact>
      </Facts>
    </li>
  )
}
