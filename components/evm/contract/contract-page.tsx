import { Suspense } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmContract, EvmContractCreation } from '#lib/evm/contract/contract.ts'
import { contractEndpoints } from '#lib/evm/contract/contract.ts'
import { type Answer, type Call, callTo, type Question } from '#lib/pages/question.ts'
import { ContractFacts } from './contract-facts.tsx'
import { ContractTabs } from './contract-tabs.tsx'
import { UpgradeHistory, upgradesCall } from './upgrade-history.tsx'

/** The creator, time and transaction of a contract's creation. */
const CreationFact = async ({
  chain,
  answer,
  call,
}: {
  chain: string
  answer: Promise<Answer<EvmContractCreation>>
  call: Call
}) => {
  const { data, fault } = await answer
  return (
    <Fact label="Created" wide long>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        {fault ? (
          <span className="text-muted">Not known: {fault.message}</span>
        ) : (
          <Created chain={chain} creation={data} />
        )}
        <SourceLink title="Creation" call={call} />
      </span>
    </Fact>
  )
}

const Created = ({ chain, creation }: { chain: string; creation: EvmContractCreation }) => {
  const { block_number, block_timestamp, transaction_hash, creator_address, factory_address, note } = creation
  return (
    <>
      {block_timestamp && <Timestamp isAlone iso={block_timestamp} />}
      {creator_address && (
        <>
          <span className="text-muted">by</span>
          <AddressLink chain={chain} address={creator_address} label={creation.creator_label} />
        </>
      )}
      {factory_address && (
        <>
          <span className="text-muted">through</span>
          <AddressLink chain={chain} address={factory_address} label={creation.factory_label} />
        </>
      )}
      {transaction_hash ? (
        <>
          <span className="text-muted">in</span>
          <Link href={evmPaths.transaction({ chain, hash: transaction_hash })} className="min-w-0 text-accent">
            <Hash value={transaction_hash} />
          </Link>
        </>
      ) : (
        block_number && (
          <Link href={evmPaths.block({ chain, block: block_number })} className="text-accent hover:underline">
            in block {block_number}
          </Link>
        )
      )}
      {note && <span className="text-muted">{note}</span>}
    </>
  )
}

const CreationSkeleton = () => (
  <Fact label="Created" wide data-loading>
    <Skeleton className="h-5 w-64" />
  </Fact>
)

/** A sentence in which the text between backticks is code. */
const CodeText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <code key={index} className="wrap-anywhere rounded bg-sunken px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )

/** Who controls a contract, according to standard functions and storage slots. */
const ContractRoles = ({
  chain,
  contract: { roles, has_unlisted_roles },
}: {
  chain: string
  contract: EvmContract
}) => (
  <Panel title="Who controls it">
    {roles.length === 0 && !has_unlisted_roles && (
      <p className="px-4 py-3 text-muted text-sm">
        No owner and no roles: it has none of the standard functions for them.
      </p>
    )}
    <ul className="divide-y divide-line">
      {roles.map(({ role, address, label, source }) => (
        <li
          key={`${role} ${address} ${source}`}
          className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <span className="wrap-anywhere leading-6">{`${role.charAt(0).toUpperCase()}${role.slice(1)}`}</span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 leading-6">
            {address === zeroAddress ? (
              <span>Renounced: it is the zero address</span>
            ) : (
              <span className="flex min-w-0 items-center gap-1">
                <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
                <CopyButton value={address} label={`Copy address of the ${role}`} />
              </span>
            )}
            <span className="wrap-anywhere min-w-0 text-muted text-xs">
              <CodeText text={`by \`${source}\``} />
            </span>
          </span>
        </li>
      ))}
    </ul>
    {has_unlisted_roles && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm first:border-t-0">
        It has roles (<code className="font-mono text-xs">hasRole</code>) whose members it does not list. They are in
        its <code className="font-mono text-xs">RoleGranted</code> events.
      </p>
    )}
  </Panel>
)

type Ability = EvmContract['abilities'][number]

const titles: Readonly<Record<Ability['ability'], string>> = {
  pause: 'Pause',
  upgrade: 'Upgrade',
  mint: 'Mint',
  destroy: 'Destroy',
}
const answers: Readonly<Record<Ability['answer'], { word: string; tone: Tone }>> = {
  yes: { word: 'yes', tone: 'warn' },
  not_found: { word: 'not found', tone: 'neutral' },
  unknown: { word: 'unknown', tone: 'neutral' },
}

/** Whether a contract can be paused, upgraded, minted or destroyed, in one sentence each. */
const ContractAbilities = ({ abilities }: { abilities: readonly Ability[] }) => (
  <Panel title="Capabilities">
    <ul className="divide-y divide-line">
      {abilities.map(({ ability, answer, sentence }) => (
        <li key={ability} className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
          <span className="flex items-center gap-2 self-start leading-6">
            <span className="font-medium">{titles[ability]}</span>
            <Badge tone={answers[answer].tone}>{answers[answer].word}</Badge>
          </span>
          <p className="leading-6">
            <CodeText text={sentence} />
          </p>
        </li>
      ))}
    </ul>
  </Panel>
)

const creationQuestion = (contract: { chain: string; address: string }) =>
  callTo(contractEndpoints.evmContractCreation, contract)

/** What a contract is, who controls it, and what it allows them to do. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletContract,
  kind: 'Contract',
  of: 'Address',
  filters: [],
  params: addressParams,
  Frame: ContractTabs,
  questions: ({ state, chain, address }) => {
    const isOwn = state.source !== 'hosted'
    return {
      contract: isOwn ? callTo(contractEndpoints.evmContract, { chain, address }) : undefined,
      ...frameQuestions(state, address),
    }
  },
  later: async ({ chain, address }, answers): Promise<readonly Question[]> => {
    const contract = (await answers.contract)?.data
    if (!contract?.is_contract) return []
    const upgrades = upgradesCall(chain, address, contract.proxy)
    return [creationQuestion({ chain, address }), ...(upgrades ? [{ ...upgrades, part: 'upgrades' }] : [])]
  },
  about: (page) => aboutTab('Contract', page),
  body: async ({ ask, chain, address, state, questions, answers }) => {
    const answer = await answers.contract
    if (!answer || !questions.contract)
      return <NoContract>This needs an RPC node for {state.title}, and none is configured.</NoContract>
    const { data, fault } = answer
    if (fault)
      return (
        <Panel aria-label="Contract">
          <FaultState {...fault} />
        </Panel>
      )
    if (!data.is_contract) return <NoContract>This address has no code: it is not a contract.</NoContract>
    const creation = creationQuestion({ chain, address })
    const upgrades = upgradesCall(chain, address, data.proxy)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ContractFacts chain={chain} contract={data} call={questions.contract}>
          <Suspense fallback={<CreationSkeleton />}>
            <CreationFact chain={chain} answer={ask(creation)} call={creation} />
          </Suspense>
        </ContractFacts>
        <ContractAbilities abilities={data.abilities} />
        <ContractRoles chain={chain} contract={data} />
        {upgrades && (
          <Suspense>
            <UpgradeHistory ask={ask} chain={chain} address={address} call={upgrades} />
          </Suspense>
        )}
      </div>
    )
  },
})
