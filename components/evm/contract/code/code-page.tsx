import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { proxyTitle } from '#components/evm/contract/contract-facts.tsx'
import { ContractTabs } from '#components/evm/contract/contract-tabs.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { LongText } from '#components/source/long-text.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { contractSourceEndpoints, type EvmContractCode } from '#lib/evm/contract/code-contract.ts'
import { type Filters, withFilters } from '#lib/format/filters.ts'
import { type Call, callTo, type Question } from '#lib/pages/question.ts'
import { BytecodePanel } from './bytecode-panel.tsx'
import { CodeFacts } from './code-facts.tsx'
import { CreationPanel } from './creation-panel.tsx'
import { DisassemblyPanel } from './disassembly-panel.tsx'
import { DocumentedFunctions } from './documented-functions.tsx'
import { FoundFunctions } from './found-functions.tsx'
import { SourceFiles } from './source-files.tsx'
import { GiveAbi } from './verify/give-abi.tsx'
import { VerifyContract } from './verify/verify-contract.tsx'

const shownMax = 2_000

/** Says where an ABI is from that was not compared with the code. */
const unchecked: Partial<Record<NonNullable<EvmContractCode['abi_source']>, string>> = {
  operator: 'The operator of this site gives this ABI. It was not compared with the code.',
  bundled: 'This ABI is part of the demo ledger. It was not compared with the code.',
}

const givers: Record<NonNullable<EvmContractCode['abi_given_by']>, string> = {
  visitor: 'A visitor of this site',
  key: 'The holder of an API key',
  operator: 'The operator of this site',
}

/** The ABI of a contract. */
const AbiPanel = ({ code, call }: { code: EvmContractCode; call: Call }) => {
  const { abi, abi_source, address } = code
  if (abi === null) return null
  const note = abi_source === null ? undefined : unchecked[abi_source]
  return (
    <Panel
      title="ABI"
      aside={<TextTools address={calledUrl(call) ?? ''} path={['abi']} name={`${address}.abi.json`} noun="ABI" />}
    >
      {note && <p className="px-4 pt-3 text-muted text-sm">{note}</p>}
      {code.abi_given_by && (
        <p className="px-4 pt-3 text-sm">
          <Badge tone="warn">Not proven</Badge> {givers[code.abi_given_by]} gave this ABI
          {code.abi_given_at && (
            <>
              {' '}
              <Timestamp iso={code.abi_given_at} />
            </>
          )}
          . It was not compared with the contract’s source code: names and types may be wrong.
        </p>
      )}
      <LongText value={abi} label="Copy ABI" call={call} path={['abi']} shown={shownMax} className="m-4" />
    </Panel>
  )
}

/** Says whose code is shown: that of a proxy, or that of a contract it forwards to. */
const WhichCode = ({
  chain,
  own,
  shown,
  hrefOf,
}: {
  chain: string
  own: EvmContractCode
  /** The address whose code is shown. */
  shown: string
  hrefOf: (address: string) => string
}) => (
  <Panel aria-label="Whose code is shown">
    <div className="grid gap-2 px-4 py-3 text-sm">
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {own.proxy ? proxyTitle(own.proxy) : 'Proxy'}.{' '}
        {shown === own.address ? (
          'Shown is its own code.'
        ) : (
          <>
            Shown is the code that it runs, of <AddressLink chain={chain} address={shown} className="min-w-0" />
          </>
        )}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {[own.address, ...own.implementations].map((address, index) => (
          <li key={address} className="min-w-0">
            <Link
              href={hrefOf(address)}
              keepScroll
              aria-current={address === shown ? 'true' : undefined}
              className="block truncate rounded-lg border border-line px-2.5 py-1 text-xs hover:text-accent aria-[current]:bg-sunken aria-[current]:font-medium"
            >
              {index === 0 ? "The proxy's own code" : `Code of ${address.slice(0, 10)}…${address.slice(-4)}`}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </Panel>
)

type Name = 'code' | 'file' | 'lines' | 'part' | 'instructions' | 'creation'

const instructionsOnPage = 500

const codeQuestion = (chain: string, address: string) => ({
  ...callTo(contractSourceEndpoints.evmContractCode, { chain, address }),
  isWhole: true as const,
})

/** The address whose code is shown: of a proxy with one implementation, that one, unless the URL names another. */
const shownAddress = ({ address, implementations }: EvmContractCode, named: string | undefined): string => {
  const wanted = named?.toLowerCase()
  if (wanted !== undefined && [address, ...implementations].includes(wanted)) return wanted
  const [only] = implementations
  return only !== undefined && implementations.length === 1 ? only : address
}

/** What is asked about the shown code: the file that is read, and the functions where they are documented or not known. */
const detailQuestions = (
  chain: string,
  { address, sources, abi, abi_given_by }: EvmContractCode,
  { file, instructions, creation }: Filters<Name>,
) => ({
  source: sources
    ? {
        ...callTo(contractSourceEndpoints.evmContractSource, { chain, address, ...(file !== undefined && { file }) }),
        isWhole: true as const,
      }
    : undefined,
  functions:
    abi !== null && !abi_given_by && !sources
      ? undefined
      : callTo(contractCallEndpoints.evmContractFunctions, { chain, address }),
  creation:
    creation === undefined ? undefined : callTo(contractSourceEndpoints.evmContractCreationCode, { chain, address }),
  instructions:
    instructions === undefined
      ? undefined
      : callTo(contractSourceEndpoints.evmContractInstructions, {
          chain,
          address,
          from_offset: instructions,
          limit: instructionsOnPage,
        }),
})

/** Says why no sources are shown. */
const withoutSources = ({ code, abi_source }: EvmContractCode): string => {
  if (code === '0x') return 'There is no code at this address.'
  return abi_source === 'sourcify'
    ? 'Sourcify verified this contract, but its source code could not be read now. Reload the page to try again.'
    : 'The source code of this contract is not verified here.'
}

/** Source code, ABI and bytecode of a contract. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletCode,
  kind: 'Code',
  of: 'Contract',
  filters: ['code', 'file', 'lines', 'part', 'instructions', 'creation'],
  isListed: false,
  params: addressParams,
  Frame: ContractTabs,
  questions: ({ state, chain, address }) => ({
    code: state.source === 'hosted' ? undefined : codeQuestion(chain, address),
    ...frameQuestions(state, address),
  }),
  later: async ({ ask, chain, filters }, answers): Promise<readonly Question[]> => {
    const own = (await answers.code)?.data
    if (!own || own.code === '0x') return []
    const question = codeQuestion(chain, shownAddress(own, filters.code))
    const shown = (await ask(question)).data
    const { source, functions, instructions, creation } = shown ? detailQuestions(chain, shown, filters) : {}
    return [question, source, functions, instructions, creation].filter((one) => one !== undefined)
  },
  about: (page) => aboutTab('Code', page),
  body: async ({ ask, chain, path, state, filters, answers }) => {
    const answer = await answers.code
    if (!answer) return <NoContract>This needs an RPC node for {state.title}, and none is configured.</NoContract>
    const own = answer.data
    const question = own && codeQuestion(chain, shownAddress(own, filters.code))
    const { data: code, fault } = question ? await ask(question) : answer
    if (!own || !question || !code) return <Panel aria-label="Code">{fault && <FaultState {...fault} />}</Panel>
    if (own.code === '0x') return <NoContract>This address has no code: it is not a contract.</NoContract>
    const hrefOf = (changed: Filters<Name>) =>
      withFilters(path, { ...(filters.code !== undefined && { code: filters.code }), ...changed })
    const detail = detailQuestions(chain, code, filters)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {own.implementations.length > 0 && (
          <WhichCode chain={chain} own={own} shown={code.address} hrefOf={(one) => withFilters(path, { code: one })} />
        )}
        {code.sources ? (
          <CodeFacts chain={chain} sources={code.sources} call={question} />
        ) : (
          <Panel title="Source code">
            <div className="grid justify-items-start gap-3 px-4 py-3 text-sm">
              <p className="text-muted">{withoutSources(code)}</p>
              {code.code !== '0x' && state.source === 'index' && (
                <div className="grid justify-items-start gap-3 sm:flex sm:flex-wrap">
                  <VerifyContract
                    chainId={BigInt(state.chain_id).toString()}
                    address={code.address}
                    compilerVersion={code.metadata?.solc ?? ''}
                  />
                  {code.accepts_abi && <GiveAbi chain={chain} address={code.address} />}
                </div>
              )}
            </div>
          </Panel>
        )}
        {code.sources && detail.source && (
          <SourceFiles
            sources={code.sources}
            answer={await ask(detail.source)}
            call={detail.source}
            shown={filters}
            hrefOf={hrefOf}
          />
        )}
        {detail.functions &&
          (code.sources ? (
            <DocumentedFunctions functions={(await ask(detail.functions)).data?.result ?? []} call={detail.functions} />
          ) : (
            <FoundFunctions answer={await ask(detail.functions)} call={detail.functions} />
          ))}
        <AbiPanel code={code} call={question} />
        <BytecodePanel
          code={code}
          call={question}
          links={
            <>
              {detail.instructions === undefined && (
                <Link href={`${hrefOf({ ...filters, instructions: '0' })}#disassembly`} className="text-accent">
                  Disassemble
                </Link>
              )}
              {detail.creation === undefined && (
                <Link href={`${hrefOf({ ...filters, creation: 'true' })}#creation`} className="text-accent">
                  Creation bytecode
                </Link>
              )}
            </>
          }
        />
        {detail.creation && <CreationPanel chain={chain} answer={await ask(detail.creation)} call={detail.creation} />}
        {detail.instructions && (
          <DisassemblyPanel
            answer={await ask(detail.instructions)}
            call={detail.instructions}
            hrefOf={(offset) => `${hrefOf({ ...filters, instructions: String(offset) })}#disassembly`}
          />
        )}
      </div>
    )
  },
})
