import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode } from '#lib/evm/contract/code-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'
import { constructorSignature } from './creation-panel.tsx'

type Sources = NonNullable<EvmContractCode['sources']>

const shownMax = 200
const librariesMax = 20
const argumentsMax = 1_300

const verifiers: Record<Sources['by'], string> = {
  sourcify: 'by Sourcify',
  server: 'by this server',
  artifacts: 'with local build artifacts',
}
const interfaces: Record<NonNullable<Sources['verified_through']>, string> = {
  sourcify: 'sent through the Sourcify API',
  etherscan: 'sent through the Etherscan API',
  page: 'sent through the form on this page',
}

/** How the sources of a contract were compared with its code, and what they were compiled with. */
export const CodeFacts = ({ chain, sources, call }: { chain: string; sources: Sources; call: Call }) => (
  <Panel title="Verified source code" aside={<SourceLink title="Code" call={call} />}>
    <Facts>
      <Fact label="Contract">
        {cutText(sources.name, shownMax)}
        <span className="wrap-anywhere block font-mono text-muted text-xs">{cutText(sources.file, shownMax)}</span>
      </Fact>
      <Fact label="Match">
        <MatchText sources={sources} />
      </Fact>
      <Fact label="Compiler">
        {cutText(sources.language, shownMax)} {cutText(sources.compiler_version, shownMax)}
      </Fact>
      <Fact label="Optimizer">{optimizerText(sources)}</Fact>
      <Fact label="EVM version">
        {sources.evm_version === null ? 'Default of the compiler' : cutText(sources.evm_version, shownMax)}
      </Fact>
      <Fact label="License">{sources.license === null ? <None /> : cutText(sources.license, shownMax)}</Fact>
      {sources.libraries.length > 0 && (
        <Fact label="Libraries" wide long>
          <ul>
            {sources.libraries.slice(0, librariesMax).map(({ name, address }) => (
              <li key={name} className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="wrap-anywhere">{cutText(name.slice(name.lastIndexOf(':') + 1), shownMax)}</span>
                <AddressLink chain={chain} address={address} className="min-w-0" />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact label="Constructor" wide long>
        <ConstructorArguments chain={chain} sources={sources} />
      </Fact>
    </Facts>
  </Panel>
)

const None = () => <span className="text-muted">None is named</span>

const MatchText = ({
  sources: { by, runtime_match, creation_match, verified_through, verified_at },
}: {
  sources: Sources
}) => {
  const isExact = runtime_match === 'exact_match' || creation_match === 'exact_match'
  return (
    <>
      <Badge tone="good">{isExact ? 'Exact match' : 'Match'}</Badge> {verifiers[by]}
      {verified_through && <span className="text-muted">, {interfaces[verified_through]}</span>}{' '}
      {verified_at && <Timestamp isAlone iso={verified_at} />}
      {!isExact && (
        <span className="block text-muted text-xs">
          The code is the same, but not its metadata: comments and names may differ from the original sources.
        </span>
      )}
    </>
  )
}

const optimizerText = ({ optimizer_enabled, optimizer_runs, via_ir }: Sources): string => {
  const runs = optimizer_runs === null ? '' : `, ${groupedNumber(optimizer_runs)} runs`
  const optimizer = optimizer_enabled === null ? 'Default of the compiler' : optimizer_enabled ? `On${runs}` : 'Off'
  return via_ir ? `${optimizer}, via IR` : optimizer
}

const ConstructorArguments = ({
  chain,
  sources: { constructor_arguments, constructor_params },
}: {
  chain: string
  sources: Sources
}) => {
  if (constructor_arguments === null)
    return <span className="text-muted">Arguments are not known: the code that created it was not compared</span>
  if (constructor_arguments === '0x') return 'No arguments'
  return (
    <div className="grid gap-1">
      {constructor_params && (
        <DecodedParameters
          chain={chain}
          signature={constructorSignature(constructor_params)}
          params={constructor_params}
        />
      )}
      <p className="flex min-w-0 items-start gap-1">
        <span className="break-all font-mono text-muted text-xs leading-5">
          {cutText(constructor_arguments, argumentsMax)}
        </span>
        <CopyButton value={constructor_arguments} label="Copy constructor arguments" />
      </p>
    </div>
  )
}
